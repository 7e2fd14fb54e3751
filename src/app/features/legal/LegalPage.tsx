// The frame of the platform's own pages.
import type { ReactNode } from 'react'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import styles from './LegalPage.module.css'

export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  useScreenTitle(title)
  return (
    <article className={styles.page}>
      <h1>{title}</h1>
      {children}
    </article>
  )
}

export function LegalSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

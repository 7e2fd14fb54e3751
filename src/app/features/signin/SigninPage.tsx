// The frame of signing in or out: a narrow column with its title.
import type { ReactNode } from 'react'
import styles from './SigninPage.module.css'

export interface SigninPageProps {
  title: ReactNode
  children: ReactNode
}

export function SigninPage({ title, children }: SigninPageProps) {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}

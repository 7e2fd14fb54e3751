// A notice: a note, a success, a warning or a failure, with an icon and words.

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'
import styles from './Notice.module.css'

export type NoticeTone = 'info' | 'ok' | 'warn' | 'bad'

export interface NoticeProps {
  tone: NoticeTone
  title?: ReactNode
  /** Makes the title a heading with this id, so that it can name a region. */
  headingId?: string | undefined
  /** Replaces the icon of the tone. */
  icon?: ReactNode
  action?: ReactNode
  /** Announces the notice when it appears: politely, or at once if it stops the person's step. */
  live?: 'status' | 'alert' | undefined
  children?: ReactNode
}

export function Notice({ tone, title, headingId, icon, action, live, children }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[tone])} role={live}>
      {icon ?? icons[tone]}
      <div className={styles.words}>
        {title && headingId === undefined && <p className={styles.title}>{title}</p>}
        {title && headingId !== undefined && (
          <h2 id={headingId} className={classNames('h3', styles.title)}>
            {title}
          </h2>
        )}
        {children}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}

/** The buttons of a notice, below its words. */
export function NoticeButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}

const icons: Record<NoticeTone, ReactNode> = {
  info: <Info aria-hidden="true" />,
  ok: <CircleCheck aria-hidden="true" />,
  warn: <TriangleAlert aria-hidden="true" />,
  bad: <CircleAlert aria-hidden="true" />,
}

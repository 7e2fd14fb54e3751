// An inbox: the messages that phones get, for those who get none, readable without a connection too.
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Accepted } from '../../contract/caller.ts'
import { ReadFault } from '../reading/ReadState.tsx'
import type { Reading } from '../reading/useRead.ts'
import { useSession } from '../session/SessionContext.tsx'
import { toZonedMoment } from '../show/showTime.ts'
import { useLanguage } from '../text/useLanguage.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/layout/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { SkeletonShape } from '../ui/SkeletonShape.tsx'
import { Tag } from '../ui/Tag.tsx'
import styles from './MessagesPanel.module.css'
import { useReadMark } from './readMarks.ts'

export type Message = Accepted<'get_event_alerts'>['alerts'][number]

/** Before somebody wants to see all. */
const mostShown = 5

interface MessagesPanelProps {
  reading: Reading<{ alerts: readonly Message[] }>
  /** Names the inbox on this device. */
  inbox: string
  timeZone: string
  /** What is said where there is none. */
  empty: ReactNode
  /** Around a message's words, if it leads somewhere. */
  toLink?(message: Message, words: ReactNode): ReactNode
}

export function MessagesPanel({ reading, inbox, timeZone, empty, toLink }: MessagesPanelProps) {
  const { t } = useLingui()
  const { readTo, markRead } = useReadMark(inbox)
  // what was unread when the screen opened is marked as new until it closes
  const [readBefore] = useState(readTo)
  const alerts = reading.data?.alerts
  const newest = Math.max(0, ...(alerts ?? []).map(({ id }) => id))
  useEffect(() => markRead(newest), [markRead, newest])
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const count = alerts?.length ?? 0
  const shown = isWhole ? alerts : alerts?.slice(0, mostShown)
  return (
    <Panel title={<Trans>Messages</Trans>}>
      <ReadFault reading={reading} />
      {reading.isLoading && (
        <Skeleton label={t`Loading the messages…`}>
          <SkeletonShape shape="line" count={3} />
        </Skeleton>
      )}
      {alerts?.length === 0 && <p className="muted">{empty}</p>}
      {shown !== undefined && shown.length > 0 && (
        <ul ref={list} className={styles.list} tabIndex={-1}>
          {shown.map((message) => {
            const words = <Words message={message} timeZone={timeZone} isNew={message.id > readBefore} />
            return (
              <li key={message.id} className={styles.message}>
                {toLink === undefined ? words : toLink(message, words)}
              </li>
            )
          })}
        </ul>
      )}
      {count > mostShown && !isWhole && (
        <Button
          full
          onClick={() => {
            setIsWhole(true)
            // the button goes away
            list.current?.focus()
          }}
        >
          <Trans>Show all {count} messages</Trans>
        </Button>
      )}
    </Panel>
  )
}

/** Of what was added and changed, the title only names the club or the event. */
function Words({ message, timeZone, isNew }: { message: Message; timeZone: string; isNew: boolean }) {
  const language = useLanguage()
  const session = useSession()
  const { topic, title, body, at } = message
  return (
    <>
      <span className={styles.when}>
        {toZonedMoment(Date.parse(at), session.now(), timeZone, language)}
        {isNew && (
          <Tag>
            <Trans>New</Trans>
          </Tag>
        )}
      </span>
      {topic === 'notice' && <strong>{title}</strong>}
      <span className={styles.body}>{body}</span>
    </>
  )
}

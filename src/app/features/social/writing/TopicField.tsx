// The topic of a post: one of the club's, or a new one.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { sharedLengths } from '../../../../domain/shapes/sharedLengths.ts'
import { useIsOffline } from '../../../call/useIsOffline.ts'
import { useSend } from '../../../call/useSend.ts'
import { toFailureText } from '../../../text/failureText.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'

type Topic = { id: number; topic: string }

interface TopicFieldProps {
  topics: readonly Topic[]
  /** 0 for none. */
  topicId: number
  onChange(topicId: number): void
}

export function TopicField({ topics, topicId, onChange }: TopicFieldProps) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  // with the new one, before the feed is read again
  const [newest, setNewest] = useState<readonly Topic[]>()
  const known = newest ?? topics
  return (
    <div className="stack">
      <Field label={<Trans>Topic</Trans>}>
        <Select
          name="topic"
          value={String(topicId)}
          onChange={({ target }) => onChange(Number(target.value))}
        >
          <option value="0">{t`-- Chose One --`}</option>
          {known.map(({ id, topic }) => (
            <option key={id} value={id}>
              {topic}
            </option>
          ))}
        </Select>
      </Field>
      <div>
        <Button variant="quiet" size="row" onClick={() => setIsAsking(true)}>
          <Trans>Create new topic</Trans>
        </Button>
      </div>
      {isAsking && (
        <NewTopic
          onClose={() => setIsAsking(false)}
          onCreated={(id, all) => {
            setNewest(all)
            onChange(id)
            setIsAsking(false)
          }}
        />
      )}
    </div>
  )
}

interface NewTopicProps {
  onClose(): void
  onCreated(id: number, topics: readonly Topic[]): void
}

function NewTopic({ onClose, onCreated }: NewTopicProps) {
  const { t, i18n } = useLingui()
  const isOffline = useIsOffline()
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)
  const { send, busy, error, forgetError } = useSend('create_post_topic')
  const create = async () => {
    setIsTried(true)
    if (name.trim() === '' || busy || isOffline) return
    const answer = await send({ topic: name })
    if (answer !== undefined) onCreated(answer.id, answer.topics)
  }
  const fault =
    error !== undefined
      ? toFailureText(i18n, error)
      : isTried && name.trim() === ''
        ? t`Enter the name of the topic.`
        : undefined
  return (
    <Dialog
      open
      title={<Trans>Create new topic</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={isOffline ? t`This needs a connection.` : undefined}
            onClick={() => void create()}
          >
            <Trans>Create</Trans>
          </Button>
        </>
      }
    >
      <Field label={<Trans>Create new topic (64 characters max)</Trans>} error={fault} announced>
        <TextInput
          name="new-topic"
          value={name}
          maxLength={sharedLengths.topic}
          autoComplete="off"
          autoFocus
          onChange={({ target }) => {
            setName(target.value)
            forgetError()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // the form of the post is around it
            event.preventDefault()
            void create()
          }}
        />
      </Field>
    </Dialog>
  )
}

// Additional logins of a membership: who has one, adding, inviting again, and removing.
import { Trans, useLingui } from '@lingui/react/macro'
import { Trash2, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Accepted } from '../../../contract/caller.ts'
import { ConfirmSend } from '../../call/ConfirmSend.tsx'
import { useSend } from '../../call/useSend.ts'
import { ReadFault } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { useIsMembershipOver } from '../../session/useIsMembershipOver.ts'
import { toFailureText } from '../../text/failureText.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { AddLogin } from './AddLogin.tsx'
import styles from './LoginsScreen.module.css'

type Login = Accepted<'get_member_children'>['members'][number]

export function LoginsScreen() {
  const { t, i18n } = useLingui()
  useScreenTitle(t`Additional logins`)
  const toast = useToast()
  const reading = useRead('get_member_children', {})
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Login>()
  const invitation = useSend('resend_invitation')
  const [invited, setInvited] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const isOver = useIsMembershipOver()
  const { data } = reading
  const members = data?.members ?? []

  const tellRemoved = () => {
    // nothing has the focus below an open dialog
    flushSync(() => setRemoved(undefined))
    toast({ text: t`The login was removed.` })
    reading.refetch()
    heading.current?.focus()
  }
  const invite = async ({ id, email_address }: Login) => {
    setInvited(id)
    const sent = await invitation.send({ id })
    if (sent !== undefined) toast({ text: t`An invitation was sent to ${email_address}.` })
  }
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        <Trans>Additional logins</Trans>
      </h1>
      <ReadFault reading={reading} />
      {invitation.error !== undefined && (
        <Notice tone="bad" live="alert">
          {toFailureText(i18n, invitation.error)}
        </Notice>
      )}
      {reading.isLoading && (
        <Skeleton label={t`Loading the logins…`}>
          <SkeletonShape shape="row" count={2} />
        </Skeleton>
      )}
      {data !== undefined && members.length === 0 && !isAdding && (
        <EmptyState title={<Trans>There are no additional logins</Trans>}>
          <Trans>Give somebody of your family a login of their own under your membership.</Trans>
        </EmptyState>
      )}
      {members.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>First name</Trans>
              </th>
              <th scope="col">
                <Trans>Last name</Trans>
              </th>
              <th scope="col">
                <Trans>E-mail</Trans>
              </th>
              <th scope="col">
                <Trans>Actions</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {members.map((login) => (
              <tr key={login.id}>
                <td>{login.fname}</td>
                <td>{login.lname}</td>
                <td>
                  {login.email_address}{' '}
                  {login.isInvited && (
                    <Tag>
                      <Trans>Invited, no password yet</Trans>
                    </Tag>
                  )}
                </td>
                <td>
                  <div className={styles.actions}>
                    {login.isInvited && !isOver && (
                      <Button
                        size="row"
                        busy={invitation.busy && invited === login.id}
                        onClick={() => void invite(login)}
                      >
                        <Trans>Send the invitation again</Trans>
                      </Button>
                    )}
                    <IconButton
                      label={t`Remove the login of ${login.fname} ${login.lname}`}
                      icon={<Trash2 aria-hidden="true" />}
                      onClick={() => setRemoved(login)}
                    />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data !== undefined &&
        (isAdding ? (
          <AddLogin
            onClose={() => setIsAdding(false)}
            onAdded={(email) => {
              setIsAdding(false)
              toast({ text: t`An invitation was sent to ${email}.` })
              reading.refetch()
              heading.current?.focus()
            }}
          />
        ) : (
          <div>
            <Button
              variant="primary"
              icon={<UserPlus aria-hidden="true" />}
              disabledReason={
                data.canAdd
                  ? undefined
                  : isOver
                    ? t`Your membership has expired. Logins can be added again once it is renewed.`
                    : t`Your membership has no room for another login.`
              }
              onClick={() => setIsAdding(true)}
            >
              <Trans>Add login</Trans>
            </Button>
          </div>
        ))}
      {removed !== undefined && (
        <ConfirmSend
          action="delete_member"
          input={{ id: removed.id }}
          title={<Trans>Remove this login?</Trans>}
          confirm={<Trans>Remove</Trans>}
          onClose={() => setRemoved(undefined)}
          onDone={tellRemoved}
        >
          <Trans>
            {removed.fname} {removed.lname} is signed out everywhere and can no longer sign in.
          </Trans>
        </ConfirmSend>
      )}
    </div>
  )
}

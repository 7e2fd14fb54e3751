// Says that another member has signed in on this device, so that nobody goes on under a name by mistake.
import { Trans } from '@lingui/react/macro'
import { useSessionState } from '../session/SessionContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** Nothing while this tab's member is still the device's. */
export function MemberChanged() {
  const { lapsedMember, otherMember } = useSessionState()
  if (lapsedMember === undefined || otherMember === undefined) return null
  const before = `${lapsedMember.fname} ${lapsedMember.lname}`
  const now = `${otherMember.fname} ${otherMember.lname}`
  return (
    <Notice
      tone="warn"
      live="alert"
      title={<Trans>{now} is signed in on this device now</Trans>}
      action={
        // a fresh page, on which nothing of the other member is left
        <Button onClick={() => window.location.reload()}>
          <Trans>Go on as {now}</Trans>
        </Button>
      }
    >
      <p>
        <Trans>This tab was {before}'s. It does nothing in anybody's name until you choose.</Trans>
      </p>
    </Notice>
  )
}

// The profile: what the club stores of the member, with their picture and what the roster shows of them.
import { Trans, useLingui } from '@lingui/react/macro'
import { useSessionState } from '../../session/SessionContext.tsx'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { OwnDataPanel } from './own/OwnDataPanel.tsx'
import { ProfileForm } from './ProfileForm.tsx'

export function ProfileScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Profile`)
  const { member, lapsedMember } = useSessionState()
  const own = member ?? lapsedMember
  return (
    <div className="stack">
      <h1>
        <Trans>Profile</Trans>
      </h1>
      {/* what one member has typed is not shown to the next */}
      {own !== undefined && <ProfileForm key={own.id} member={own} />}
      <OwnDataPanel />
    </div>
  )
}

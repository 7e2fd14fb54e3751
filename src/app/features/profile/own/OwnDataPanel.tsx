// What members own, they can take, and they can leave.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DataFileButton } from './DataFileButton.tsx'

export function OwnDataPanel() {
  return (
    <Panel
      title={<Trans>Your data</Trans>}
      foot={
        <Link to="/portal/member/profile/close" className="link">
          <Trans>Close my account</Trans>
        </Link>
      }
    >
      <p>
        <Trans>
          Your profile, settings, posts, rides, listings and pictures, and everything that you have bought, in
          one file.
        </Trans>
      </p>
      <DataFileButton />
    </Panel>
  )
}

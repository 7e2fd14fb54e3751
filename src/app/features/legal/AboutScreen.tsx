// What the platform is.
import { Trans, useLingui } from '@lingui/react/macro'
import { platform } from '../../../domain/platform.ts'
import { LegalPage, LegalSection } from './LegalPage.tsx'

export function AboutScreen() {
  const { t } = useLingui()
  const { name } = platform
  return (
    <LegalPage title={t`About ${name}`}>
      <p>
        <Trans>
          {name} is a portal for car clubs and their shows. Each club has its own: with its name, its colours
          and its members.
        </Trans>
      </p>
      <LegalSection title={<Trans>Made for a field without a signal</Trans>}>
        <p>
          <Trans>
            When you open an event, its schedule, maps and vendors are saved on your phone. From then on they
            work without a connection, and update themselves when there is one.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Who is behind what you read</Trans>}>
        <p>
          <Trans>
            Events, prices and messages come from the club whose portal you are in. Questions about them go to
            that club. {name} provides the software.
          </Trans>
        </p>
      </LegalSection>
    </LegalPage>
  )
}

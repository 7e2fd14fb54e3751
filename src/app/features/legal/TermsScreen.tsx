// The terms of use of the portal.
import { Trans, useLingui } from '@lingui/react/macro'
import { platform } from '../../../domain/platform.ts'
import { LegalPage, LegalSection } from './LegalPage.tsx'

export function TermsScreen() {
  const { t } = useLingui()
  const { name, company } = platform
  return (
    <LegalPage title={t`Terms of use`}>
      <p>
        <Trans>By using this portal you accept these terms. {name} provides it on behalf of the club.</Trans>
      </p>
      <LegalSection title={<Trans>Who you deal with</Trans>}>
        <p>
          <Trans>
            Memberships, registrations, tickets, spaces and goods are offered by the club, on the terms that
            it shows before you pay. Card payments appear on your statement under the name {company}.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Your account</Trans>}>
        <p>
          <Trans>
            Keep your password to yourself. What is done with your sign-in counts as done by you, until you
            tell the club that somebody else has it.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>What you post</Trans>}>
        <p>
          <Trans>
            Post only what is yours to post and what harms nobody. The club may remove what breaks this rule.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Schedules, maps and results</Trans>}>
        <p>
          <Trans>
            A show can change at short notice, and a phone without a connection shows what it last saved. What
            the club announces on the field counts.
          </Trans>
        </p>
      </LegalSection>
    </LegalPage>
  )
}

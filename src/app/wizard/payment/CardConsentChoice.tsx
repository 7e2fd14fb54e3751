// What a payer is told when their card is saved. They agree to these words: other words need a new version.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CardConsent as Version } from '../../../domain/cardConsent.ts'
import { platform } from '../../../domain/platform.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

export function CardConsentChoice({ version }: { version: Version }) {
  const { t } = useLingui()
  const { company } = platform
  const words: Record<Version, string> = {
    'renewal-1': t`This card is kept to renew the membership automatically. Each time the membership expires, ${company} charges it for one more year: the club's renewal price of that day, with service fee and taxes. An e-mail tells of each charge. You can turn this off at any time in the member portal, under Membership.`,
    'renewal-2': t`This card is kept to renew the membership automatically. Automatic renewal has not begun yet. Once it has, ${company} charges the card each time the membership expires for one more year: the club's renewal price of that day, with service fee and taxes. An e-mail tells of each charge. You can take this back at any time: write to the club.`,
    'saved-1': t`This card is saved for your membership. ${company} charges it when you press "Renew now" yourself. If you turn on automatic renewal under Membership, it is charged each time the membership expires for one more year: the club's renewal price of that day, with service fee and taxes. An e-mail tells of each charge. You can delete the card here at any time.`,
  }
  return <p>{words[version]}</p>
}

/** The server names words that this page does not have. Nobody pays without having read them. */
export function ConsentMissing(): ReactNode {
  return (
    <Notice
      tone="warn"
      live="alert"
      action={
        <Button onClick={() => window.location.reload()}>
          <Trans>Load again</Trans>
        </Button>
      }
    >
      <Trans>This page is older than the club's server. What you typed is kept.</Trans>
    </Notice>
  )
}

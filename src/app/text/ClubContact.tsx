// Whom people may ask: the club's e-mail address and telephone, as links.
import { Trans } from '@lingui/react/macro'
import { formatPhone, toMailLink, toPhoneLink } from '../../domain/members/contact.ts'
import { useClub } from '../session/SessionContext.tsx'
import { toClubCountry } from '../session/useClubCountry.ts'

/** Nothing where the club names nobody, or is not known. */
export function ClubContact() {
  const club = useClub()
  const { contactEmail = '', contactPhone = '' } = club?.tenant.settings ?? {}
  if (club === undefined || (contactEmail === '' && contactPhone === '')) return null
  const { name } = club.tenant
  const country = toClubCountry(club)
  return (
    <p className="small muted">
      <Trans>Questions? Ask {name}:</Trans>{' '}
      {contactEmail !== '' && (
        <a href={toMailLink(contactEmail)} className="link">
          {contactEmail}
        </a>
      )}
      {contactEmail !== '' && contactPhone !== '' && ', '}
      {contactPhone !== '' && (
        <a href={toPhoneLink(contactPhone, country)} className="link">
          {formatPhone(contactPhone, country)}
        </a>
      )}
    </p>
  )
}

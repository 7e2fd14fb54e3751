// The roster on a phone: a card for each member, with buttons to call and to write.
import { Trans, useLingui } from '@lingui/react/macro'
import { Mail, Phone } from 'lucide-react'
import { memo, useRef } from 'react'
import { formatPhone, toMailLink, toPhoneLink } from '../../../domain/members/contact.ts'
import type { FindableMember, RosterMember } from '../../../domain/members/roster.ts'
import { toPictureUrl } from '../../../domain/picture.ts'
import { useRows } from '../../rows/useRows.ts'
import { useClubCountry } from '../../session/useClubCountry.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Tag } from '../../ui/Tag.tsx'
import styles from './RosterCards.module.css'

export const RosterCards = memo(function RosterCards({ members }: { members: readonly FindableMember[] }) {
  const list = useRef<HTMLUListElement>(null)
  const { shown, above, below, measure } = useRows(list, members, rowKind)
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ul ref={list} role="list" className={styles.list} style={{ paddingTop: above, paddingBottom: below }}>
      {shown.map(({ index, item: { member } }) => (
        <li
          key={index}
          ref={measure}
          data-index={index}
          aria-setsize={members.length}
          aria-posinset={index + 1}
          className={styles.card}
        >
          <Card member={member} />
        </li>
      ))}
    </ul>
  )
})

/** In pixels, before it is drawn and measured. */
function estimateHeight({ partner, locale, email, phone, tags }: RosterMember): number {
  const lines = Number(partner !== '') + Number(locale !== '')
  const words = 22 + lines * 21 + (tags.length > 0 ? 34 : 0)
  return 27 + Math.max(50, words) + (email + phone === '' ? 0 : 58)
}

const Card = memo(function Card({ member }: { member: RosterMember }) {
  const { t } = useLingui()
  const { name, avatar, partner, locale, email, phone, tags } = member
  const country = useClubCountry()
  const number = formatPhone(phone, country)
  return (
    <>
      <Avatar name={name} picture={toPictureUrl(avatar, 'thumbnail')} size="row" />
      <div className={styles.words}>
        <h2 className="h3">{name}</h2>
        {partner !== '' && (
          <p className="small muted">
            <Trans>Partner: {partner}</Trans>
          </p>
        )}
        {locale !== '' && <p className="small muted">{locale}</p>}
        {tags.length > 0 && (
          <div className={styles.tags}>
            {tags.map(({ text }) => (
              <Tag key={text}>{text}</Tag>
            ))}
          </div>
        )}
      </div>
      {(phone !== '' || email !== '') && (
        <div className={styles.contacts}>
          {phone !== '' && (
            <a
              href={toPhoneLink(phone, country)}
              className={buttonClass({ size: 'row' })}
              aria-label={t`Call ${name}: ${number}`}
            >
              <Phone aria-hidden="true" />
              <span className="number">{number}</span>
            </a>
          )}
          {email !== '' && (
            <a
              href={toMailLink(email)}
              className={buttonClass({ size: 'row' })}
              aria-label={t`E-mail to ${name}`}
            >
              <Mail aria-hidden="true" />
              <Trans context="button">E-mail</Trans>
            </a>
          )}
        </div>
      )}
    </>
  )
})

const rowKind = {
  estimate: ({ member }: FindableMember) => estimateHeight(member),
  toKey: ({ member }: FindableMember) => member.id,
}

// The roster on a desktop: a table whose headings sort it.
import { Trans } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { memo, type ReactNode, useRef } from 'react'
import { formatPhone, toMailLink } from '../../../domain/members/contact.ts'
import type { FindableMember, RosterMember, RosterSort } from '../../../domain/members/roster.ts'
import { toPictureUrl } from '../../../domain/picture.ts'
import { useRows } from '../../rows/useRows.ts'
import { useClubCountry } from '../../session/useClubCountry.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Tag } from '../../ui/Tag.tsx'
import styles from './RosterTable.module.css'

interface RosterTableProps {
  members: readonly FindableMember[]
  sort: RosterSort
  onSort(sort: RosterSort): void
}

const columns = 6
const rowKind = { estimate: () => 69, toKey: ({ member }: FindableMember) => member.id }

export const RosterTable = memo(function RosterTable({ members, sort, onSort }: RosterTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { shown, above, below, measure } = useRows(body, members, rowKind)
  const draw = (column: 'name' | 'city', label: ReactNode) => {
    const isDown = sort === `${column}-down`
    const isSorted = sort === column || isDown
    const Icon = isDown ? ArrowDown : isSorted ? ArrowUp : ChevronsUpDown
    return (
      <th scope="col" {...(isSorted ? { 'aria-sort': isDown ? 'descending' : 'ascending' } : {})}>
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort(sort === column ? `${column}-down` : column)}
        >
          {label}
          <Icon aria-hidden="true" />
        </button>
      </th>
    )
  }
  return (
    <div className={styles.panel}>
      <table className={styles.table} aria-rowcount={members.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {draw('name', <Trans>Name</Trans>)}
            <th scope="col">
              <Trans>Partner</Trans>
            </th>
            <th scope="col">
              <Trans>Email</Trans>
            </th>
            <th scope="col">
              <Trans>Phone</Trans>
            </th>
            {draw('city', <Trans>City</Trans>)}
            <th scope="col">
              <Trans>Tags</Trans>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <Room height={above} />
          {shown.map(({ index, item: { member } }) => (
            <tr key={index} ref={measure} data-index={index} aria-rowindex={index + 2}>
              <Cells member={member} />
            </tr>
          ))}
          <Room height={below} />
        </tbody>
      </table>
    </div>
  )
})

function Room({ height }: { height: number }) {
  return (
    height > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
      <tr aria-hidden="true" className={styles.room}>
        <td colSpan={columns} style={{ height }} />
      </tr>
    )
  )
}

const Cells = memo(function Cells({ member }: { member: RosterMember }) {
  const { name, avatar, partner, locale, email, phone, tags } = member
  const country = useClubCountry()
  return (
    <>
      <th scope="row">
        <span className={styles.name}>
          <Avatar name={name} picture={toPictureUrl(avatar, 'thumbnail')} size="row" />
          <span>{name}</span>
        </span>
      </th>
      <td>{partner}</td>
      <td>
        {email !== '' && (
          <a href={toMailLink(email)} className={`link ${styles.email}`}>
            {/* a long one is broken before its domain */}
            {email.slice(0, email.lastIndexOf('@'))}
            <wbr />
            {email.slice(email.lastIndexOf('@'))}
          </a>
        )}
      </td>
      <td className="number">{formatPhone(phone, country)}</td>
      <td>{locale}</td>
      <td>
        {tags.length > 0 && (
          <span className={styles.tags}>
            {tags.map(({ text }) => (
              <Tag key={text}>{text}</Tag>
            ))}
          </span>
        )}
      </td>
    </>
  )
})

// The member's options, opened by the member's own button.
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { toMemberName } from '../../session/memberName.ts'
import type { SessionMember } from '../../session/sessionState.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/overlay/Menu.tsx'
import { findOptions } from './menu.ts'
import { menuLabels } from './menuLabels.ts'
import { useMenuAudience } from './useMenuAudience.ts'

export interface AccountMenuProps {
  member: SessionMember
  /** Where the open menu is placed: inside the header, outside the club's colours. */
  container: RefObject<HTMLElement | null>
}

export function AccountMenu({ member, container }: AccountMenuProps) {
  const { t, i18n } = useLingui()
  const standing = useMenuAudience()
  const name = toMemberName(member)
  const options = findOptions(standing)
  return (
    <Menu
      container={container}
      trigger={
        <IconButton
          label={t`Your account, ${name}`}
          icon={<Avatar name={name} picture={member.avatar} size="small" />}
        />
      }
      items={options.map(({ name: menuName, to }) => ({
        key: to,
        label: i18n._(menuLabels[menuName]),
        link: <Link to={to} />,
        divided: to === '/portal/logout',
      }))}
    />
  )
}

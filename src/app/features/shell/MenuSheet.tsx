// All of the portal's menus in one sheet, for phones.
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Club } from '../../session/sessionState.ts'
import { List } from '../../ui/layout/List.tsx'
import { ListRow } from '../../ui/layout/ListRow.tsx'
import { Sheet } from '../../ui/overlay/Sheet.tsx'
import { findOptions, findTabs } from './menu.ts'
import { menuLabels } from './menuLabels.ts'
import { useMenuAudience } from './useMenuAudience.ts'

export function MenuSheet({ club, open, onClose }: { club: Club; open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const standing = useMenuAudience()
  const entries = [...findTabs(standing, club.portalSettings), ...findOptions(standing)]
  return (
    <Sheet open={open} onClose={onClose} title={t`Menu`}>
      <nav aria-label={t`Menu`}>
        <List>
          {entries.map(({ name, to }) => (
            <ListRow
              key={to}
              title={
                <Link to={to} onClick={onClose}>
                  {i18n._(menuLabels[name])}
                </Link>
              }
              chevron
            />
          ))}
        </List>
      </nav>
    </Sheet>
  )
}

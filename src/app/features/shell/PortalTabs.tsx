// The portal's main menu as a row of tabs.
import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import type { Club } from '../../session/sessionState.ts'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { findTabs, isUnder } from './menu.ts'
import { menuLabels, shortMenuLabels } from './menuLabels.ts'
import styles from './PortalTabs.module.css'
import { useMenuAudience } from './useMenuAudience.ts'

export function PortalTabs({ club }: { club: Club }) {
  const { t, i18n } = useLingui()
  const standing = useMenuAudience()
  const { pathname } = useLocation()
  return (
    <Tabs label={t`Main menu`}>
      {findTabs(standing, club.portalSettings).map(({ name, to }) => {
        const short = shortMenuLabels[name]
        return (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            {...(isUnder(pathname, to) ? { 'aria-current': 'page' as const } : {})}
          >
            {short === undefined ? (
              i18n._(menuLabels[name])
            ) : (
              <>
                <span className={styles.long}>{i18n._(menuLabels[name])}</span>
                <span className={styles.short}>{i18n._(short)}</span>
              </>
            )}
          </Link>
        )
      })}
    </Tabs>
  )
}

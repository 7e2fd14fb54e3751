// The header of every portal screen: the club, the language, and Sign in or the member's options.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { HeaderOutbox } from '../../outbox/HeaderOutbox.tsx'
import { lazyPart, optionalPart } from '../../parts/lazyPart.tsx'
import { OverlayMissing } from '../../parts/PartMissing.tsx'
import { toMemberName } from '../../session/memberName.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import type { Club } from '../../session/sessionState.ts'
import { LanguageSwitch } from '../../text/LanguageSwitch.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { ClubCrest } from '../../ui/ClubCrest.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Coachline } from '../../ui/layout/Coachline.tsx'
import { findTabs } from './menu.ts'
import styles from './PortalHeader.module.css'
import { useMenuAudience } from './useMenuAudience.ts'

const AccountMenu = optionalPart(
  async () => (await import('./AccountMenu.tsx')).AccountMenu,
  ({ member }) => <Avatar name={toMemberName(member)} size="small" />,
)
const MenuSheet = lazyPart(async () => (await import('./MenuSheet.tsx')).MenuSheet, {
  Missing: OverlayMissing,
})

/** More tabs do not fit side by side on a phone. Then a menu button shows all of them. */
const tabsOnPhone = 4
/** A longer name is smaller on a phone, so that the header does not grow. */
const longestNameInLarge = 40

export function PortalHeader({ club }: { club: Club }) {
  const { t } = useLingui()
  const { member, memberState } = useSessionState()
  const standing = useMenuAudience()
  const [isMenuWanted, setIsMenuWanted] = useState(false)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const menuGround = useRef<HTMLDivElement>(null)
  const hasMenu = findTabs(standing, club.portalSettings).length > tabsOnPhone
  return (
    <>
      <header>
        <div className={styles.header} data-on-club="">
          <div className={`page ${styles.line}`}>
            {hasMenu && (
              <span className={styles.onlyPhone}>
                <IconButton
                  label={t`Menu`}
                  icon={<MenuIcon aria-hidden="true" />}
                  aria-haspopup="dialog"
                  onClick={() => {
                    setIsMenuWanted(true)
                    setIsMenuOpen(true)
                  }}
                />
              </span>
            )}
            <Link to="/portal" className={styles.club}>
              <ClubCrest name={club.tenant.name} logo={club.portalSettings.logo} />
              <span
                className={styles.name}
                data-long={club.tenant.name.length > longestNameInLarge ? '' : undefined}
              >
                {club.tenant.name}
              </span>
            </Link>
            <span className={styles.outbox}>
              <HeaderOutbox />
            </span>
            <LanguageSwitch />
            {member !== undefined ? (
              <AccountMenu member={member} container={menuGround} />
            ) : (
              memberState !== 'checking' && (
                <Link to="/portal/signin" className={styles.signin}>
                  <Trans>Sign in</Trans>
                </Link>
              )
            )}
          </div>
          <Coachline />
        </div>
        <div ref={menuGround} />
      </header>
      {isMenuWanted && <MenuSheet club={club} open={isMenuOpen} onClose={() => setIsMenuOpen(false)} />}
    </>
  )
}

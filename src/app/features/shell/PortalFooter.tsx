// The footer of every portal screen: the platform, the year, and our own pages.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { platform } from '../../../domain/platform.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { PlatformMark } from './PlatformMark.tsx'
import styles from './PortalFooter.module.css'

export function PortalFooter() {
  const { t } = useLingui()
  const year = new Date(useSession().now()).getFullYear()
  return (
    <footer className={styles.footer}>
      <div className={`page ${styles.line}`}>
        <span className={styles.platform}>
          <PlatformMark />
          <span>
            © {year} {platform.company}
          </span>
        </span>
        <nav className={styles.links} aria-label={t`About this site`}>
          <Link to="/about">
            <Trans>About</Trans>
          </Link>
          <Link to="/privacy">
            <Trans>Privacy policy</Trans>
          </Link>
          <Link to="/terms">
            <Trans>Terms of use</Trans>
          </Link>
        </nav>
      </div>
    </footer>
  )
}

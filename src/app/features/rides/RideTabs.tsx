// The two lists of rides, the club's and the own, and the tabs between them.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CarFront, Warehouse } from 'lucide-react'
import type { ReactNode } from 'react'
import { BottomTabs } from '../../ui/layout/BottomTabs.tsx'

export function RideTabs({ title, children }: { title: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  const active = { exact: true, includeSearch: false }
  return (
    <BottomTabs
      label={t`Rides`}
      title={title}
      tabs={
        <>
          <Link to="/portal/member/rides" activeOptions={active}>
            <CarFront aria-hidden="true" />
            <Trans>Club Rides</Trans>
          </Link>
          <Link to="/portal/member/rides/mine" activeOptions={active}>
            <Warehouse aria-hidden="true" />
            <Trans>My Rides</Trans>
          </Link>
        </>
      }
    >
      {children}
    </BottomTabs>
  )
}

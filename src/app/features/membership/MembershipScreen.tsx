// The member's own membership: when it ends, renewing it, and automatic renewal.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { findDay } from '../../../domain/day.ts'
import { findLastValidDay, isExpired } from '../../../domain/member.ts'
import { ReadFault } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import { formatDate } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { ChipRow } from '../../ui/layout/ChipRow.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { FactList } from './FactList.tsx'
import { AutoRenewPanel } from './own/AutoRenewPanel.tsx'
import type { OwnMembership } from './own/ownMembership.ts'
import { RenewPanel } from './own/RenewPanel.tsx'

export function MembershipScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Membership`)
  const { member, club } = useSessionState()
  const session = useSession()
  const reading = useRead('get_own_membership', {}, { enabled: member !== undefined })
  const membership = reading.data?.membership
  const today = findDay(session.now(), club?.tenant.timeZone ?? 'UTC')
  return (
    <div className="stack">
      <h1>
        <Trans>Membership</Trans>
      </h1>
      <ReadFault reading={reading} />
      {membership === undefined ? (
        reading.isLoading && (
          <Skeleton label={t`Loading your membership…`}>
            <SkeletonShape shape="block" count={3} />
          </Skeleton>
        )
      ) : (
        <>
          <Facts membership={membership} isOver={isExpired(membership, today)} />
          {membership.isChild ? (
            <Notice tone="info">
              <Trans>
                This is an additional login. It ends and is renewed with the membership of the member who made
                it.
              </Trans>
            </Notice>
          ) : membership.life ? (
            <Notice tone="info">
              <Trans>Your membership is for life. There is nothing to renew and nothing to pay.</Trans>
            </Notice>
          ) : (
            <>
              <RenewPanel membership={membership} refetch={reading.refetch} />
              <AutoRenewPanel membership={membership} refetch={reading.refetch} />
            </>
          )}
        </>
      )}
      {/* not under what is still loading, which would push it down beneath a thumb */}
      {!(membership === undefined && reading.isLoading) && (
        <Ways isExpired={member === undefined || isExpired(member, today)} />
      )}
    </div>
  )
}

function Facts({ membership, isOver }: { membership: OwnMembership; isOver: boolean }) {
  const language = useLanguage()
  const { expiration, life, typeLabel, memberSince, memberId, daysUntilRenew } = membership
  return (
    <Panel>
      {isOver && (
        <Notice tone="warn">
          <Trans>Your membership has expired.</Trans>
        </Notice>
      )}
      <FactList>
        <div>
          <dt>{life ? <Trans>Membership</Trans> : <Trans>Expiration date</Trans>}</dt>
          <dd>{life ? <Trans>Life member</Trans> : findLastValidDay(expiration)}</dd>
        </div>
        {typeLabel !== '' && (
          <div>
            <dt>
              <Trans>Membership Type</Trans>
            </dt>
            <dd>{typeLabel}</dd>
          </div>
        )}
        {memberSince !== '' && (
          <div>
            <dt>
              <Trans>Member since</Trans>
            </dt>
            <dd>{formatDate(memberSince, language)}</dd>
          </div>
        )}
        <div>
          <dt>
            <Trans>Member id</Trans>
          </dt>
          <dd>{memberId}</dd>
        </div>
      </FactList>
      {daysUntilRenew > 0 && (
        <p>
          <Trans>Days until you can renew: {daysUntilRenew}</Trans>
        </p>
      )}
    </Panel>
  )
}

/** From here a member also donates and buys. */
function Ways({ isExpired: isOver }: { isExpired: boolean }) {
  const { t } = useLingui()
  const { club } = useSessionState()
  return (
    <ChipRow label={t`More for members`} wrap>
      {club?.portalSettings.donateTab === true && (
        <Link to="/portal/donate" className={buttonClass()}>
          <Trans>Donate</Trans>
        </Link>
      )}
      <Link to={isOver ? '/portal/events' : '/portal/member/events'} className={buttonClass()}>
        <Trans>See the events</Trans>
      </Link>
      {!isOver && (
        <Link to="/portal/member/link" className={buttonClass()}>
          <Trans>Mobile app link code</Trans>
        </Link>
      )}
    </ChipRow>
  )
}

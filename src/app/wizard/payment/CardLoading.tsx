// Shown in place of the card form while it loads.
import { Trans, useLingui } from '@lingui/react/macro'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'

export function CardLoading() {
  const { t } = useLingui()
  return (
    <Panel title={<Trans>Card</Trans>}>
      <Skeleton label={t`Loading the card form…`}>
        <SkeletonShape shape="block" count={2} />
      </Skeleton>
    </Panel>
  )
}

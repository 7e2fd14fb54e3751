// Where rides will be while they are loading.
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'

export function RidesLoading() {
  const { t } = useLingui()
  return (
    <Skeleton label={t`Loading the rides…`}>
      <SkeletonShape shape="picture" />
      <SkeletonShape shape="line" count={2} />
      <SkeletonShape shape="picture" />
    </Skeleton>
  )
}

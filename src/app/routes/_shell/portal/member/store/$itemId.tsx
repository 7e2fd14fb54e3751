import { createFileRoute } from '@tanstack/react-router'
import { ProductScreen } from '../../../../../features/store/ProductScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/store/$itemId')({ component: Product })

function Product() {
  const { itemId } = Route.useParams()
  return <ProductScreen itemId={itemId} />
}

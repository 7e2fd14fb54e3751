import { createFileRoute } from '@tanstack/react-router'
import { ProductScreen } from '../../../../../features/store/ProductScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/store/$productId')({ component: Product })

function Product() {
  const { productId } = Route.useParams()
  return <ProductScreen productId={productId} />
}

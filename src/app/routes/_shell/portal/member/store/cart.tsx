import { createFileRoute } from '@tanstack/react-router'
import { CartScreen } from '../../../../../features/store/CartScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/store/cart')({
  staticData: { isPurchase: true },
  component: CartScreen,
})

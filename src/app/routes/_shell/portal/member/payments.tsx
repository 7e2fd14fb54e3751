import { createFileRoute } from '@tanstack/react-router'
import { PaymentsScreen } from '../../../../features/cards/PaymentsScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/payments')({ component: PaymentsScreen })

import { createFileRoute } from '@tanstack/react-router'
import { OrderScreen } from '../../../features/order/OrderScreen.tsx'
import { parseWizardSearch } from '../../../wizard/wizardSearch.ts'

export const Route = createFileRoute('/_shell/portal/order')({
  validateSearch: parseWizardSearch,
  component: OrderScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { CheckoutScreen } from '../../../../../features/store/CheckoutScreen.tsx'
import { loadDraft } from '../../../../../wizard/draft/draftLoader.ts'
import { parseWizardSearch } from '../../../../../wizard/wizardSearch.ts'

export const Route = createFileRoute('/_shell/portal/member/store/checkout')({
  validateSearch: parseWizardSearch,
  staticData: { isPurchase: true },
  loader: loadDraft('store'),
  component: CheckoutScreen,
})

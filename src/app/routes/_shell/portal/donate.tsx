import { createFileRoute } from '@tanstack/react-router'
import { DonateWizard } from '../../../features/donation/DonateWizard.tsx'
import { loadDraft } from '../../../wizard/draft/draftLoader.ts'
import { parseWizardSearch } from '../../../wizard/wizardSearch.ts'

export const Route = createFileRoute('/_shell/portal/donate')({
  validateSearch: parseWizardSearch,
  loader: loadDraft('donate'),
  component: DonateWizard,
})

import { createFileRoute } from '@tanstack/react-router'
import { RenewWizard } from '../../../features/membership/RenewWizard.tsx'
import { loadDraft } from '../../../wizard/draft/draftLoader.ts'
import { parseWizardSearch } from '../../../wizard/wizardSearch.ts'

export const Route = createFileRoute('/_shell/portal/renew')({
  validateSearch: parseWizardSearch,
  loader: loadDraft('renew'),
  component: RenewWizard,
})

import { createFileRoute } from '@tanstack/react-router'
import { JoinWizard } from '../../../../features/membership/JoinWizard.tsx'
import { parseWizardSearch } from '../../../../wizard/wizardSearch.ts'

export const Route = createFileRoute('/_shell/portal/join/$typeId')({
  validateSearch: parseWizardSearch,
  component: JoinWizard,
})

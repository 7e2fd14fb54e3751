import { createFileRoute } from '@tanstack/react-router'
import { BallotScreen } from '../features/ballot/BallotScreen.tsx'
import { OopsPage } from '../features/shell/errors/OopsPage.tsx'

export const Route = createFileRoute('/portal/voterballot/$voterid/$eventid')({
  validateSearch: (search: Record<string, unknown>): { step?: 'review' } =>
    search.step === 'review' ? { step: 'review' } : {},
  component: BallotScreen,
  errorComponent: OopsPage,
})

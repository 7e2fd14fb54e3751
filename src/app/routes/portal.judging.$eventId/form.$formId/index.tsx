import { createFileRoute } from '@tanstack/react-router'
import { toCarSearch } from '../../../features/judging/score/places.ts'
import { ScoreScreen } from '../../../features/judging/score/ScoreScreen.tsx'

export const Route = createFileRoute('/portal/judging/$eventId/form/$formId/')({
  validateSearch: toCarSearch,
  component: ScoreScreen,
})

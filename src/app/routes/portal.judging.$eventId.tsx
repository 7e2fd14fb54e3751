import { createFileRoute } from '@tanstack/react-router'
import { JudgingLayout } from '../features/judging/JudgingLayout.tsx'
import { OopsPage } from '../features/shell/errors/OopsPage.tsx'

export const Route = createFileRoute('/portal/judging/$eventId')({
  component: JudgingLayout,
  errorComponent: OopsPage,
})

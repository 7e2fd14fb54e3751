import { createFileRoute } from '@tanstack/react-router'
import { OopsPage } from '../features/shell/OopsPage.tsx'
import { ViewerLayout } from '../features/viewer/ViewerLayout.tsx'

export const Route = createFileRoute('/portal/viewer/$eventId')({
  component: ViewerLayout,
  errorComponent: OopsPage,
})

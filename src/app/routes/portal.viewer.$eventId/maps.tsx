import { createFileRoute } from '@tanstack/react-router'
import { MapsScreen } from '../../features/viewer/maps/MapsScreen.tsx'
import { findId, findText } from '../../features/viewer/viewerSearch.ts'

export const Route = createFileRoute('/portal/viewer/$eventId/maps')({
  validateSearch: (search: Record<string, unknown>): { map?: number; space?: number; place?: string } => ({
    ...findId(search, 'map'),
    ...findId(search, 'space'),
    ...findText(search, 'place'),
  }),
  component: MapsScreen,
})

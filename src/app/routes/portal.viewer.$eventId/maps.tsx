import { createFileRoute } from '@tanstack/react-router'
import { MapsScreen } from '../../features/viewer/MapsScreen.tsx'
import { findId } from '../../features/viewer/viewerSearch.ts'

export const Route = createFileRoute('/portal/viewer/$eventId/maps')({
  validateSearch: (search: Record<string, unknown>): { map?: number; space?: number } => ({
    ...findId(search, 'map'),
    ...findId(search, 'space'),
  }),
  component: MapsScreen,
})

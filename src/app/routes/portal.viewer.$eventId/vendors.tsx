import { createFileRoute } from '@tanstack/react-router'
import { VendorsScreen } from '../../features/viewer/vendors/VendorsScreen.tsx'
import { findId } from '../../features/viewer/viewerSearch.ts'

export const Route = createFileRoute('/portal/viewer/$eventId/vendors')({
  validateSearch: (search: Record<string, unknown>): { vendor?: number } => findId(search, 'vendor'),
  component: VendorsScreen,
})

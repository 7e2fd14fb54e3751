import { createFileRoute } from '@tanstack/react-router'
import { CarsScreen } from '../../features/viewer/cars/CarsScreen.tsx'
import { findText } from '../../features/viewer/viewerSearch.ts'

export const Route = createFileRoute('/portal/viewer/$eventId/cars')({
  validateSearch: (search: Record<string, unknown>): { car?: string } => findText(search, 'car'),
  component: CarsScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { CarsScreen } from '../../../features/judging/CarsScreen.tsx'

export const Route = createFileRoute('/portal/judging/$eventId/form/$formId/cars')({ component: CarsScreen })

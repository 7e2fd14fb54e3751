import { createFileRoute } from '@tanstack/react-router'
import { MoreScreen } from '../../features/viewer/MoreScreen.tsx'

export const Route = createFileRoute('/portal/viewer/$eventId/more')({ component: MoreScreen })

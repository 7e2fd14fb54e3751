import { createFileRoute } from '@tanstack/react-router'
import { ViewerHomeScreen } from '../../features/viewer/ViewerHomeScreen.tsx'

export const Route = createFileRoute('/portal/viewer/$eventId/')({ component: ViewerHomeScreen })

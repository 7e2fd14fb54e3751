import { createFileRoute } from '@tanstack/react-router'
import { FormsScreen } from '../../features/judging/FormsScreen.tsx'

export const Route = createFileRoute('/portal/judging/$eventId/')({ component: FormsScreen })

import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '../../features/shell/errors/NotFoundScreen.tsx'

// Every address without a route. It is inside the portal, so that people find the way back.
export const Route = createFileRoute('/_shell/$')({ component: NotFoundScreen })

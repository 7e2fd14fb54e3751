import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '../../features/shell/errors/NotFoundScreen.tsx'

// Every address that nothing else answers, inside the portal so that the way back is there.
export const Route = createFileRoute('/_shell/$')({ component: NotFoundScreen })

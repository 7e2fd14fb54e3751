import { createFileRoute } from '@tanstack/react-router'
import { UndoPasswordScreen } from '../../../features/password/UndoPasswordScreen.tsx'

export const Route = createFileRoute('/_shell/portal/undo-password')({ component: UndoPasswordScreen })

import { createFileRoute } from '@tanstack/react-router'
import { LogoutScreen } from '../../../features/signin/LogoutScreen.tsx'

export const Route = createFileRoute('/_shell/portal/logout')({
  validateSearch: ({ closed }: Record<string, unknown>): { closed?: true } =>
    closed === true ? { closed } : {},
  component: LogoutScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { LoginsScreen } from '../../../../features/logins/LoginsScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/children')({ component: LoginsScreen })

import { createFileRoute } from '@tanstack/react-router'
import { PasswordScreen } from '../../../../features/password/PasswordScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/password')({ component: PasswordScreen })

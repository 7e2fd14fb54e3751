import { createFileRoute } from '@tanstack/react-router'
import { SigninScreen } from '../../../features/signin/SigninScreen.tsx'

export const Route = createFileRoute('/_shell/portal/signin')({ component: SigninScreen })

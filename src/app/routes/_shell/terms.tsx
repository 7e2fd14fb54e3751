import { createFileRoute } from '@tanstack/react-router'
import { TermsScreen } from '../../features/legal/TermsScreen.tsx'

export const Route = createFileRoute('/_shell/terms')({ component: TermsScreen })

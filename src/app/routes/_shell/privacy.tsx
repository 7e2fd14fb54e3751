import { createFileRoute } from '@tanstack/react-router'
import { PrivacyScreen } from '../../features/legal/PrivacyScreen.tsx'

export const Route = createFileRoute('/_shell/privacy')({ component: PrivacyScreen })

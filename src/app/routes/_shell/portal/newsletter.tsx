import { createFileRoute } from '@tanstack/react-router'
import { NewsletterScreen } from '../../../features/notifications/NewsletterScreen.tsx'

export const Route = createFileRoute('/_shell/portal/newsletter')({ component: NewsletterScreen })

import { createFileRoute } from '@tanstack/react-router'
import { AboutScreen } from '../../features/legal/AboutScreen.tsx'

export const Route = createFileRoute('/_shell/about')({ component: AboutScreen })

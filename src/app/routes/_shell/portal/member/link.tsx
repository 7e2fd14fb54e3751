import { createFileRoute } from '@tanstack/react-router'
import { LinkCodeScreen } from '../../../../features/phone/LinkCodeScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/link')({ component: LinkCodeScreen })

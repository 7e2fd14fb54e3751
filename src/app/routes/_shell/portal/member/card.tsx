import { createFileRoute } from '@tanstack/react-router'
import { CardScreen } from '../../../../features/phone/CardScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/card')({ component: CardScreen })

import { createFileRoute } from '@tanstack/react-router'
import { MembershipCardScreen } from '../../../../features/phone/MembershipCardScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/card')({ component: MembershipCardScreen })

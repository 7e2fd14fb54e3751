import { createFileRoute } from '@tanstack/react-router'
import { MembershipScreen } from '../../../../features/membership/MembershipScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/membership')({ component: MembershipScreen })

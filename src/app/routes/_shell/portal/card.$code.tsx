import { createFileRoute } from '@tanstack/react-router'
import { MembershipCardCheckScreen } from '../../../features/phone/MembershipCardCheckScreen.tsx'

export const Route = createFileRoute('/_shell/portal/card/$code')({ component: CardCheck })

function CardCheck() {
  const { code } = Route.useParams()
  return <MembershipCardCheckScreen code={code} />
}

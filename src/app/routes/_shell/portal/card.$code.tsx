import { createFileRoute } from '@tanstack/react-router'
import { CardCheckScreen } from '../../../features/phone/CardCheckScreen.tsx'

export const Route = createFileRoute('/_shell/portal/card/$code')({ component: CardCheck })

function CardCheck() {
  const { code } = Route.useParams()
  return <CardCheckScreen code={code} />
}

import { createFileRoute } from '@tanstack/react-router'
import { OpenLinkScreen } from '../../../features/phone/OpenLinkScreen.tsx'

export const Route = createFileRoute('/_shell/portal/link/$code')({ component: OpenLink })

function OpenLink() {
  const { code } = Route.useParams()
  return <OpenLinkScreen code={code} />
}

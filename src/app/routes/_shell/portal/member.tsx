import { createFileRoute } from '@tanstack/react-router'
import { MemberArea } from '../../../features/shell/MemberArea.tsx'

export const Route = createFileRoute('/_shell/portal/member')({ component: MemberArea })

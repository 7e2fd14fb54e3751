import { createFileRoute } from '@tanstack/react-router'
import { FilesScreen } from '../../../../features/files/FilesScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/files')({ component: FilesScreen })

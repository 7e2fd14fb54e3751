import { createFileRoute } from '@tanstack/react-router'
import { OopsPage } from '../features/shell/errors/OopsPage.tsx'
import { PortalShell } from '../features/shell/PortalShell.tsx'

export const Route = createFileRoute('/_shell')({ component: PortalShell, errorComponent: OopsPage })

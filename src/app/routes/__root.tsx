import { createRootRouteWithContext, retainSearchParams } from '@tanstack/react-router'
import { NotFoundScreen } from '../features/shell/errors/NotFoundScreen.tsx'
import { OopsPage } from '../features/shell/errors/OopsPage.tsx'
import { Root } from '../features/shell/Root.tsx'
import type { Session } from '../session/session.ts'

interface PortalSearch {
  subdomain?: string
  redirect?: string
}

export const Route = createRootRouteWithContext<{ session: Session }>()({
  validateSearch: (search: Record<string, unknown>): PortalSearch => ({
    ...(typeof search.subdomain === 'string' ? { subdomain: search.subdomain } : {}),
    ...(typeof search.redirect === 'string' ? { redirect: search.redirect } : {}),
  }),
  // every link names the club if the host does not
  search: { middlewares: [retainSearchParams(['subdomain'])] },
  component: Root,
  errorComponent: OopsPage,
  notFoundComponent: NotFoundScreen,
})

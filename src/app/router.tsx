// The router over all addresses of the app.
import {
  createRouter,
  parseSearchWith,
  type RouterHistory,
  stringifySearchWith,
} from '@tanstack/react-router'
import { NotFoundScreen } from './features/shell/errors/NotFoundScreen.tsx'
import { OopsScreen } from './features/shell/errors/OopsScreen.tsx'
import { routeTree } from './routeTree.gen.ts'
import type { Session } from './session/session.ts'

/** A document that is drawn on the server has an address, and no place to scroll to. */
interface DrawnRouter {
  history: RouterHistory
  scrollRestoration: false
}

export function createAppRouter(session: Session, drawn?: DrawnRouter) {
  // after a reload and after going back, the history knows the page, and the router the reader's place
  let isJustOpened = drawn === undefined && window.history.state === null
  const router = createRouter({
    routeTree,
    context: { session },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: OopsScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // A page that was just opened stays where its screen has put it, or where its reader has scrolled.
    scrollRestoration: () => !isJustOpened,
    trailingSlash: 'never',
    // Search parameters are plain text: a club named "123" stays text, and nothing gets quotes.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    ...drawn,
  })
  router.subscribe('onRendered', () => {
    isJustOpened = false
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** In the middle of a purchase a member is not asked to prove their address; on all other screens they are. */
    isPurchase?: boolean | ((params: Readonly<Partial<Record<string, string>>>) => boolean)
  }
}

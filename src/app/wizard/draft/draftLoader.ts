// What a flow's route loads before its screen: the draft on this device. Small, because every route names it.
import type { Session } from '../../session/session.ts'

interface RouteEntry {
  context: { session: Session }
  cause: string
}

/** Only on the way in: a link that is pointed at, or the next step, opens nothing. */
export function loadDraft(flowId: string): (entry: RouteEntry) => Promise<void> {
  return async ({ context, cause }) => {
    if (import.meta.env.SSR || cause !== 'enter') return
    try {
      const { openDraftAhead } = await import('./openedDraft.ts')
      await openDraftAhead(context.session, flowId)
    } catch {
      return // the screen itself is missing then, and says so
    }
  }
}

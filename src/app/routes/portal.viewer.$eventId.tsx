import { createFileRoute } from '@tanstack/react-router'
import { OopsPage } from '../features/shell/errors/OopsPage.tsx'
import { ViewerLayout } from '../features/viewer/ViewerLayout.tsx'

export const Route = createFileRoute('/portal/viewer/$eventId')({
  // Reads the device before anything is drawn, so that the event is drawn first and not its outline.
  loader: async ({ context: { session }, params: { eventId } }) => {
    try {
      const { openShow } = await import('../show/showStore.ts')
      await openShow({ club: session.slug ?? '', eventId: Number(eventId) }, session).opened
    } catch {
      return // the screen itself is missing then, and says so
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: ViewerLayout,
  errorComponent: OopsPage,
})

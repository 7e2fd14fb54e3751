// The event's facts in the document's prerender, used while nothing else is known of it.
import { type PrerenderedEvent, parseFacts, prerenderMeta } from '../../domain/prerender.ts'

export function findPrerenderedEvent(eventId: number): PrerenderedEvent | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${prerenderMeta}"]`)
  const face = meta === null ? undefined : parseFacts(meta.content)?.face
  return face?.eventId === eventId ? face : undefined
}

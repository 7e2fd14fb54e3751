// What the document said of an event, for as long as nothing else is known of it.
import { type PaintedFace, paintingMeta, parseFacts } from '../../domain/painting.ts'

export function findPaintedFace(eventId: number): PaintedFace | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${paintingMeta}"]`)
  const face = meta === null ? undefined : parseFacts(meta.content)?.face
  return face?.eventId === eventId ? face : undefined
}

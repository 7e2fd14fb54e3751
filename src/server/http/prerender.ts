// The viewer's home inside its document: the show's name and poster, visible before the app's code has run.
import type { FastifyRequest } from 'fastify'
import { insertPrerender, type PrerenderedEvent, renderEvent } from '../../domain/prerender.ts'
import { createLru } from '../lru.ts'
import { type EdgeParts, readClubSlug } from './edgeContext.ts'
import { compressNow, type LoadedFile } from './loadedFile.ts'

/** How many documents are cached. */
const mostPrerendered = 200
const viewerHome = /^\/portal\/viewer\/([1-9]\d{0,8})$/

/** Undefined for every other address, and when the event cannot be found: then the plain shell is served. */
export type WritePrerender = (
  request: FastifyRequest,
  path: string,
  shell: LoadedFile,
  scripts: readonly string[],
) => Promise<LoadedFile | undefined>

export function createPrerender({ config, engine }: EdgeParts): WritePrerender {
  /** Made once for each event and build. */
  const documents = createLru<Promise<LoadedFile>>(mostPrerendered)

  return async (request, path, shell, scripts) => {
    const face = await findFace(request, path)
    if (face === undefined) return undefined
    const key = `${shell.etag} ${JSON.stringify([face, scripts])}`
    const held = documents.get(key)
    if (held !== undefined) return held
    const html = insertPrerender(shell.plain.toString(), renderEvent(face, scripts))
    const document = compressNow(Buffer.from(html), shell.type)
    documents.set(key, document)
    document.catch(() => documents.delete(key))
    return document
  }

  async function findFace(request: FastifyRequest, path: string): Promise<PrerenderedEvent | undefined> {
    const eventId = Number(viewerHome.exec(path)?.[1])
    if (Number.isNaN(eventId)) return undefined
    try {
      const event = await engine.findEventPreview(readClubSlug(request, config), eventId)
      if (event === undefined) return undefined
      return { eventId, name: event.name, place: event.place, poster: event.poster ?? '' }
    } catch {
      return undefined // the app itself says what is wrong with the club
    }
  }
}

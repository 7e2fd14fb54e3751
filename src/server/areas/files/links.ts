// `GET /files/{id}`: the club's files, streamed from the disk to whoever has a member's link.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../../contract/failures.ts'
import type { Output } from '../../../contract/index.ts'
import { fileTypes, isShownInline, toFileName } from '../../../domain/shapes/fileType.ts'
import { type EdgeParts, readClubSlug } from '../../http/edgeContext.ts'
import { callOpenly } from '../../http/openCalls.ts'
import { checkWhileRead, type ObjectStore } from '../../objects/objectStore.ts'
import { getStorage } from '../../objects/openStorage.ts'
import { toFileKey } from '../../storage/files.ts'

interface FileRequest {
  Params: { id: string }
  Querystring: { until?: unknown; proof?: unknown }
}

export function addFiles(app: FastifyInstance, parts: EdgeParts): void {
  app.route<FileRequest>({
    // a HEAD that the framework adds would read the whole file
    method: ['GET', 'HEAD'],
    url: '/files/:id',
    handler: async (request, reply) => {
      const { until, proof } = request.query
      try {
        const file = await callOpenly(request, parts, 'open_file', {
          id: request.params.id,
          until: Number(until),
          proof: String(proof),
        })
        return await sendFile(request, reply, { ...file, until: Number(until) }, parts)
      } catch (error) {
        // whoever pressed a link that has run out finds new ones there
        const isPressed = request.headers['sec-fetch-mode'] === 'navigate'
        if (!isPressed || !(error instanceof Failure) || error.code !== 'not-found') throw error
        const slug = readClubSlug(request, parts.config)
        return reply.redirect(`/portal/member/files${slug === null ? '' : `?subdomain=${slug}`}`, 303)
      }
    },
  })
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, contentType, bytes, hash, until }: Output<'open_file'> & { until: number },
  { config }: EdgeParts,
): Promise<FastifyReply> {
  const storage = getStorage(config)
  const key = toFileKey(hash)
  const type = fileTypes.has(contentType) ? contentType : 'application/octet-stream'
  const link = await storage.findLink(key, {
    ...{ until, contentType: type, disposition: toDisposition('attachment', name, contentType) },
  })
  if (link !== undefined && request.method === 'GET') {
    return reply.header('cache-control', 'private, no-store').redirect(link, 302)
  }
  // by its content: a download goes on only with the same file
  const etag = `"${hash}"`
  const isSameFile = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = isSameFile ? readByteRange(request.headers.range, bytes) : undefined
  // before a word is said of the file: what is said of a fault is none
  const content =
    range === 'none' ? '' : await openContent(storage, key, { bytes, range, method: request.method })
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    // nothing of it stays in the browser for the next person at this device
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header(
      'content-disposition',
      toDisposition(isShownInline(contentType) ? 'inline' : 'attachment', name, contentType),
    )
    .type(type)
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${bytes}`).send()
  const { first, last } = range ?? { first: 0, last: bytes - 1 }
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes}`)
  reply.header('content-length', last - first + 1)
  const isWhole = content !== '' && range === undefined
  return reply.send(
    isWhole ? checkWhileRead(content, { algorithm: 'sha256', digest: hash, place: key }) : content,
  )
}

/** Empty where no content is to be sent. */
async function openContent(
  storage: ObjectStore,
  key: string,
  { bytes, range, method }: { bytes: number; range: ByteRange | undefined; method: string },
): Promise<Readable | ''> {
  const isThere = method === 'HEAD' || bytes === 0 ? await storage.keep(key) : undefined
  const content =
    isThere === undefined
      ? await storage.read(key, range && { ...range, of: bytes })
      : isThere
        ? ''
        : undefined
  if (content === undefined) throw new Failure('not-found', 'This file is not there any more.')
  return content
}

/** RFC 6266: the name in full, and in letters that every browser reads. */
function toDisposition(shown: 'inline' | 'attachment', name: string, contentType: string): string {
  const file = toFileName(name, contentType)
  const plain = file.replace(/[^ !#-[\]-~]/g, '_')
  const full = encodeURIComponent(file).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${shown}; filename="${plain}"; filename*=UTF-8''${full}`
}

interface ByteRange {
  readonly first: number
  /** Included. */
  readonly last: number
}

/**
 * Which bytes a request wants (RFC 9110, 14): one range, so that a download goes on where it broke off.
 * Undefined for the whole file: nothing else was asked for, or in a way that need not be understood, such as several
 * ranges at once. 'none' when the file has no such bytes.
 */
function readByteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'none' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return undefined
  return first >= size ? 'none' : { first, last }
}

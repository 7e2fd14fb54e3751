// Pictures: `/media/{hash}.webp` for everybody, `/media/member/{hash}.webp` for people with the address.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import { usualPictureWidth } from '../limits/sizes.ts'
import { immutableSeconds } from '../limits/times.ts'
import { createPictureReader, type PictureReader } from '../storage/pictureReader.ts'
import type { PictureKind } from '../storage/pictures.ts'
import { type EdgeParts, sendFailure } from './edgeContext.ts'

const namePattern = /^([0-9a-f]{40})\.webp$/
const widthPattern = /^[1-9]\d{0,4}$/

interface PictureRequest {
  Params: { name: string }
  Querystring: { w?: unknown }
}

export function addMedia(app: FastifyInstance, parts: EdgeParts): void {
  const config = { countedAs: 'media' } as const
  const read = createPictureReader(parts)
  app.get<PictureRequest>('/media/:name', { config }, (request, reply) =>
    sendPicture(request, reply, request.params.name, 'public', request.query.w, read),
  )
  app.get<PictureRequest>('/media/member/:name', { config }, (request, reply) =>
    sendPicture(request, reply, request.params.name, 'member', request.query.w, read),
  )
}

const cacheControls: Readonly<Record<PictureKind, string>> = {
  public: `public, max-age=${immutableSeconds}, immutable`,
  // the worker keeps them until the member signs out; the browser's own cache would keep them for longer
  member: 'private, no-store',
}

async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  kind: PictureKind,
  widthParameter: unknown,
  read: PictureReader,
): Promise<FastifyReply> {
  const hash = namePattern.exec(name)?.[1]
  const width =
    typeof widthParameter === 'string' && widthPattern.test(widthParameter)
      ? Number(widthParameter)
      : usualPictureWidth
  const found = hash === undefined ? undefined : await read(kind, hash, width)
  if (found === undefined) {
    return sendFailure(request, reply, new Failure('not-found', 'There is no such picture.'))
  }
  // the name depends on the content, so a browser that has this width never needs it again
  const { key, content } = found
  const etag = `"${key.slice(key.lastIndexOf('/') + 1, -'.webp'.length)}"`
  reply.header('cache-control', cacheControls[kind]).header('etag', etag).type('image/webp')
  // a club may show its own pictures on its own website too
  if (kind === 'public') reply.header('cross-origin-resource-policy', 'cross-origin')
  if (request.headers['if-none-match'] === etag) {
    if (content instanceof Readable) content.destroy()
    return reply.code(304).send()
  }
  return reply.send(content)
}

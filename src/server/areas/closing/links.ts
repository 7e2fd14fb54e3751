// `GET /own-data`: a member's own data as one file, with their pictures, to whoever has their link.
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import { type OwnDataPart, ownDataParts } from '../../../contract/closing.ts'
import { Failure } from '../../../contract/failures.ts'
import type { Output } from '../../../contract/index.ts'
import { type EdgeParts, readClubSlug } from '../../http/edgeContext.ts'
import { callOpenly } from '../../http/openCalls.ts'
import { unlessDamaged } from '../../objects/objectStore.ts'
import { createPictureReader, type PictureReader } from '../../storage/pictureReader.ts'

interface OwnDataRequest {
  Querystring: { member?: unknown; until?: unknown; proof?: unknown }
}

type Page = Output<'read_own_data'>
type ReadPage = (part: OwnDataPart, after: number) => Promise<Page>

export function addOwnData(app: FastifyInstance, parts: EdgeParts): void {
  const readPicture = createPictureReader(parts)
  app.get<OwnDataRequest>('/own-data', async (request, reply) => {
    const { member, until, proof } = request.query
    const read: ReadPage = (part, after) =>
      callOpenly(request, parts, 'read_own_data', {
        member: String(member),
        until: Number(until),
        proof: String(proof),
        part,
        after,
      })
    const slug = readClubSlug(request, parts.config)
    try {
      // refused before anything is sent
      const profile = await read(ownDataParts[0], 0)
      const at = new Date(parts.now())
      const { archive, hashes } = await makeArchive(read, profile, at)
      const pictures = readPictures(readPicture, hashes)
      // a storage that does not answer is said, as long as nothing was sent
      const first = await pictures.next()
      const content = new PassThrough()
      archive.outputStream.pipe(content)
      addPictures(archive, first, pictures, { content, at }).catch((error: Error) => content.destroy(error))
      const name = `${slug ?? 'club'}-my-data-${at.toISOString().slice(0, 10)}.zip`
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('application/zip')
        .send(content)
    } catch (error) {
      // whoever pressed a link that has run out makes a new one there
      const isPressed = request.headers['sec-fetch-mode'] === 'navigate'
      if (!isPressed || !(error instanceof Failure) || error.code !== 'not-found') throw error
      return reply.redirect(`/portal/member/profile${slug === null ? '' : `?subdomain=${slug}`}`, 303)
    }
  })
}

/** One file for each part, and the hashes of the pictures that they name. */
async function makeArchive(read: ReadPage, first: Page, mtime: Date) {
  const archive = new ZipFile()
  const hashes = new Set<string>()
  for (const part of ownDataParts) {
    const records: Page['records'] = []
    let page = part === ownDataParts[0] ? first : await read(part, 0)
    for (;;) {
      records.push(...page.records)
      for (const hash of page.pictures) hashes.add(hash)
      if (page.next === null) break
      page = await read(part, page.next)
    }
    const content = Buffer.from(`${JSON.stringify(records, null, 2)}\n`)
    archive.addBuffer(content, `${part}.json`, { mtime, compress: false })
  }
  return { archive, hashes }
}

interface OwnPicture {
  readonly hash: string
  readonly bytes: Uint8Array
}

/** Without those that are lost. */
async function* readPictures(
  read: PictureReader,
  hashes: ReadonlySet<string>,
): AsyncGenerator<OwnPicture, undefined> {
  for (const hash of hashes) {
    const content = (await unlessDamaged(read('member', hash, null)))?.content
    if (content === undefined) continue
    yield { hash, bytes: content instanceof Readable ? Buffer.concat(await content.toArray()) : content }
  }
}

/** Each is read when there is room for it on its way. */
async function addPictures(
  archive: ZipFile,
  first: IteratorResult<OwnPicture, undefined>,
  others: AsyncGenerator<OwnPicture, undefined>,
  { content, at }: { content: PassThrough; at: Date },
): Promise<void> {
  const gone = new Promise((done) => content.once('close', done))
  const output = archive.outputStream as PassThrough
  for (let next = first; next.done !== true; next = await others.next()) {
    const { hash, bytes } = next.value
    // pictures are compressed already
    archive.addBuffer(Buffer.from(bytes), `pictures/${hash}.webp`, { mtime: at, compress: false })
    if (output.writableNeedDrain) await Promise.race([gone, once(output, 'drain')])
    if (content.destroyed) return
  }
  archive.end()
}

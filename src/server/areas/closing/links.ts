// `GET /own-data`: a member's own data as one file, with their pictures, to whoever has their link.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import { type OwnDataPart, ownDataParts } from '../../../contract/closing.ts'
import { Failure } from '../../../contract/failures.ts'
import type { Output } from '../../../contract/index.ts'
import { type EdgeParts, readClubSlug } from '../../http/edgeContext.ts'
import { callOpenly } from '../../http/openCalls.ts'
import type { ObjectStore } from '../../objects/objectStore.ts'
import { getStorage } from '../../objects/openStorage.ts'
import { readPicture } from '../../storage/pictures.ts'

interface OwnDataRequest {
  Querystring: { member?: unknown; until?: unknown; proof?: unknown }
}

type Page = Output<'read_own_data'>
type ReadPage = (part: OwnDataPart, after: number) => Promise<Page>

export function addOwnData(app: FastifyInstance, parts: EdgeParts): void {
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
      const content = new PassThrough()
      archive.outputStream.pipe(content)
      addPictures(archive, hashes, { storage: getStorage(parts.config), content, at }).catch((error: Error) =>
        content.destroy(error),
      )
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

/** Each is read when there is room for it on its way. */
async function addPictures(
  archive: ZipFile,
  hashes: ReadonlySet<string>,
  { storage, content, at }: { storage: ObjectStore; content: PassThrough; at: Date },
): Promise<void> {
  const gone = new Promise((done) => content.once('close', done))
  const output = archive.outputStream as PassThrough
  for (const hash of hashes) {
    const picture = await readPicture(storage, 'member', hash)
    // pictures are compressed already
    if (picture !== undefined) {
      archive.addBuffer(picture.bytes, `pictures/${hash}.webp`, { mtime: at, compress: false })
    }
    if (output.writableNeedDrain) await Promise.race([gone, once(output, 'drain')])
    if (content.destroyed) return
  }
  archive.end()
}

// `GET /own-data`: a member's own data as one file, with their pictures, to whoever has their link.
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import { type OwnDataPart, ownDataParts } from '../../../contract/closing.ts'
import { Failure } from '../../../contract/failures.ts'
import type { Output } from '../../../contract/index.ts'
import { type EdgeParts, readClubSlug } from '../../http/edgeContext.ts'
import { callOpenly } from '../../http/openCalls.ts'
import { findPictureFile } from '../../storage/pictures.ts'

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
      const archive = await makeArchive(read, profile, parts.config.dataDir, at)
      const content = new PassThrough()
      archive.on('error', (error: Error) => content.destroy(error))
      archive.outputStream.pipe(content)
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

/** One file for each part, then each picture once, which is read when its turn comes. */
async function makeArchive(read: ReadPage, first: Page, dataDir: string, mtime: Date): Promise<ZipFile> {
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
  for (const hash of hashes) {
    const path = await findPictureFile(dataDir, 'member', hash, null)
    // pictures are compressed already
    if (path !== undefined) archive.addFile(path, `pictures/${hash}.webp`, { mtime, compress: false })
  }
  archive.end()
  return archive
}

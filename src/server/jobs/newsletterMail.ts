// Writes a newsletter's mail: its file is read from the disk, and the codes of its links are made.
import { readFile } from 'node:fs/promises'
import { toFileName } from '../../domain/shapes/fileType.ts'
import { openNewsletterLinks } from '../auth/newsletterLinks.ts'
import { findSharedFile } from '../db/club/mediaFile.ts'
import { findTenant } from '../db/club/tenant.ts'
import type { MailLanguage } from '../mail/language.ts'
import type { Letter } from '../mail/letter.ts'
import { writeConfirmNewsletterLetter, writeNewsletterLetter } from '../mail/members/newsletterLetters.ts'
import type { NewsletterMessage } from '../mail/messages.ts'
import type { Services } from '../services.ts'
import { isMissing } from '../storage/atomicFile.ts'
import { toFilePath } from '../storage/files.ts'
import { JobFault } from './jobHandler.ts'

interface WritingContext {
  readonly services: Services
  readonly tenantId: number
  readonly language: MailLanguage
  readonly clubName: string
  /** The whole address of a path of the club's portal. */
  findAddress(path: string): string
}

export async function writeNewsletter(
  message: NewsletterMessage,
  { services, tenantId, findAddress, ...context }: WritingContext,
): Promise<Letter> {
  const { database, config } = services
  const links = await openNewsletterLinks(services)
  const tenant = await database.withoutClub((tx) => findTenant(tx, { id: tenantId }))
  if (tenant === undefined) throw new JobFault('the club is gone', { isFinal: true })
  const { uuid } = tenant
  const stop = links.makeCode(uuid, 'stop', message)
  const page = findAddress('/portal/newsletter')
  const stopAddress = `${page}#stop=${stop}`
  if (message.kind === 'newsletter-confirm') {
    const confirmAddress = `${page}#confirm=${links.makeCode(uuid, 'confirm', message)}`
    return writeConfirmNewsletterLetter(message.fname, { ...context, stopAddress, confirmAddress })
  }
  const file = await database.inTenant(tenantId, (tx) => findSharedFile(tx, message.fileId))
  if (file === undefined) throw new JobFault('the file is gone', { isFinal: true })
  const { name, contentType, hash } = file
  const content = await readFile(toFilePath(config.dataDir, hash)).catch((error: unknown) => {
    if (isMissing(error)) throw new JobFault('the content of the file is gone', { isFinal: true })
    throw error
  })
  const attachment = { name: toFileName(name, contentType), contentType, content }
  const atOnce = findAddress(`/newsletter/stop?code=${stop}`)
  return writeNewsletterLetter({ name, attachment }, { ...context, stopAddress, stopAtOnceAddress: atOnce })
}

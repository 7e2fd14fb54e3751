// Clubs of browser tests are called otherwise in each worker, because all workers share a server.
const worker = process.env.TEST_WORKER_INDEX

export function toOwnSlug(slug: string): string {
  return worker === undefined ? slug : `${slug}-w${worker}`
}

/** A secret that no other club of the server has. */
export function toOwnSecret(uuid: string): string {
  return worker === undefined ? uuid : `${uuid.slice(0, -4)}${worker.padStart(4, '0')}`
}

/** Mails of all clubs are in one list. */
export const ownDomain = worker === undefined ? 'example.org' : `w${worker}.example.org`

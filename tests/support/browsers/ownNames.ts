// Clubs of browser tests are called otherwise in each worker, because all workers share a server.
const worker = process.env.TEST_WORKER_INDEX

export function toOwnSlug(slug: string): string {
  return worker === undefined ? slug : `${slug}-w${worker}`
}

/** Mails of all clubs are in one list. */
export const ownDomain = worker === undefined ? 'example.org' : `w${worker}.example.org`

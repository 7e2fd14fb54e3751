// What a club gives to one browser alone: a calendar, a member's data, a file, a picture. With calls of any kind.
import { randomUUID } from 'node:crypto'
import { hourMs, minuteMs } from '../../../src/domain/time.ts'
import { storeFile } from '../../../src/server/storage/files.ts'
import type { SeededClub } from '../clubs/clubs.ts'
import type { ClubWorld } from '../clubs/clubWorld.ts'
import { photo } from '../corpora/hostilePictures.ts'
import type { Received } from '../database/world.ts'

export const privateKinds = ['a calendar', 'own data', 'a file', 'a picture'] as const
export type PrivateKind = (typeof privateKinds)[number]

/** The first club's member and another of its members, and the second club's member. */
export type Visitor = 'member' | 'parent' | 'foreign'

export interface ShownPicture {
  /** Of the post that shows it. */
  readonly id: number
  readonly hash: string
  readonly path: string
}

export interface PrivateThings {
  /** So much later that nobody is at a limit, and with a sign-in that lasts. */
  next(): Promise<void>
  act(who: Visitor | { token: string }, action: string, input?: object): Promise<Record<string, unknown>>
  open(path: string, headers?: Record<string, string>, method?: string): Promise<Received>
  /** The address of a new one, without its origin. */
  make(kind: PrivateKind, who: Visitor): Promise<string>
  /** As a data URL. No other has its size, because the same picture is stored once. */
  newPicture(): Promise<string>
  showPicture(who: Visitor): Promise<ShownPicture>
  addFile(club: SeededClub, name: string, contentType?: string): Promise<void>
  /** Of all shared files that this visitor sees. */
  listFiles(who: Visitor): Promise<readonly { name: string; url: string }[]>
}

export function toDataUrl(bytes: Uint8Array, type = 'image/png'): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}

/** The first picture of a member in an answer; '' without one. */
export function findHash(answer: unknown): string {
  return /\/media\/member\/([0-9a-f]{40})/.exec(JSON.stringify(answer))?.[1] ?? ''
}

export function makePrivateThings(world: ClubWorld): PrivateThings {
  const { a, b } = world.clubs
  const tokens = { member: '', parent: '', foreign: '' }
  let signedInAt = Number.NEGATIVE_INFINITY
  let count = 0
  const findClub = (who: Visitor | { token: string }) => (who === 'foreign' ? b : a)

  const things: PrivateThings = {
    async next() {
      world.pass(10 * minuteMs)
      if (world.now() < signedInAt + 20 * hourMs) return
      signedInAt = world.now()
      tokens.member = await world.signIn(a, 'member')
      tokens.parent = await world.signIn(a, 'parent')
      tokens.foreign = await world.signIn(b, 'member')
    },
    async act(who, action, input = {}) {
      const token = typeof who === 'string' ? tokens[who] : who.token
      return world.ask(findClub(who), action as 'get_post', { ...input }, { token })
    },
    open: (path, headers = {}, method = 'GET') => world.send(path, { headers, method }),
    async make(kind, who) {
      switch (kind) {
        case 'a calendar':
          await things.act(who, 'renew_calendar_feed')
          return toPath((await things.act(who, 'get_calendar_feed')).address)
        case 'own data':
          return toPath((await things.act(who, 'get_own_data_link')).url)
        case 'a picture':
          return (await things.showPicture(who)).path
        case 'a file': {
          const name = randomUUID()
          await things.addFile(findClub(who), name)
          return toPath((await things.listFiles(who)).find((file) => file.name === name)?.url)
        }
      }
    },
    async newPicture() {
      count += 1
      return toDataUrl(await photo(200 + count, 60))
    },
    async showPicture(who) {
      const images = [{ imageData: await things.newPicture() }]
      const { id } = await things.act(who, 'create_post', { message: 'Look.', images })
      const hash = findHash(await things.act(who, 'get_post', { postId: id }))
      if (hash === '') throw new Error('a post shows no picture')
      return { id: Number(id), hash, path: `/media/member/${hash}.webp?subdomain=${findClub(who).slug}` }
    },
    async addFile(club, name, contentType = 'application/pdf') {
      const stored = await storeFile(world, Buffer.from(`%PDF of ${name}`))
      await world.insertRow(club, 'media_file', {
        ...{ ...stored, name, folder_id: null, shared: true },
        content_type: contentType,
        created_at: new Date(world.now()),
      })
    },
    async listFiles(who) {
      const { media } = await things.act(who, 'get_media', { shared: true })
      return media as readonly { name: string; url: string }[]
    },
  }
  const toPath = (address: unknown) => {
    const { pathname, search } = new URL(String(address), world.origin)
    return pathname + search
  }
  return things
}

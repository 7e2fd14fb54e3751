// What the club hears of whose device this is, as people sign in and out.
import { beforeEach, expect, it } from 'vitest'
import { type DeviceWord, followDeviceMember } from '../../../src/app/notifications/deviceMember.ts'
import type { DeviceStorage } from '../../../src/app/session/deviceStorage.ts'
import type { SessionState } from '../../../src/app/session/sessionState.ts'
import { createWatchedState } from '../../../src/app/session/watchedState.ts'

const club = { tenant: { id: 3 } } as SessionState['club']
const toMember = (id: number) => ({ id, fname: 'Ruth' }) as NonNullable<SessionState['member']>
const nobody = {
  member: undefined,
  memberState: 'none',
  mustChangePassword: false,
  lapsedMember: undefined,
} as const
const signedIn = (id: number) => ({ ...nobody, member: toMember(id), memberState: 'known' }) as const

let saved: Map<string, string>
let told: unknown[]
let isOffline = false

/** A page of the app that opens with this state. */
function openPage(first: Partial<SessionState>) {
  const state = createWatchedState({ club, ...nobody, ...first } as SessionState)
  const lasting: DeviceStorage = {
    find: (name) => saved.get(name),
    save: (name, value) => void saved.set(name, value),
    remove: (name) => void saved.delete(name),
  }
  followDeviceMember({
    session: {
      slug: 'alder',
      getState: state.get,
      subscribe: state.subscribe,
      findToken: () => state.get().member && `token of ${state.get().member?.id}`,
    },
    lasting,
    async tell({ findToken, ...word }: DeviceWord) {
      if (isOffline) throw new TypeError('Failed to fetch')
      told.push({ ...word, token: findToken?.() })
    },
  })
  return state
}

/** All promises that wait for nothing outside. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  saved = new Map()
  told = []
  isOffline = false
})

it('says once who is signed in, and another member who signs in after them', async () => {
  const page = openPage(signedIn(7))
  page.change({ clubState: 'fresh' })
  await settle()
  expect(told).toEqual([{ tenantId: 3, token: 'token of 7' }])
  page.change(signedIn(8))
  await settle()
  expect(told.slice(1)).toEqual([{ tenantId: 3, token: 'token of 8' }])
})

it('names who has signed out, without a token', async () => {
  const page = openPage(signedIn(7))
  await settle()
  page.change(nobody)
  await settle()
  expect(told.slice(1)).toEqual([{ tenantId: 3, signedOut: 7, token: undefined }])
  openPage(nobody)
  await settle()
  expect(told).toHaveLength(2)
})

it('remembers who has signed out without a connection, and says it when the app starts again', async () => {
  isOffline = true
  const page = openPage(signedIn(7))
  await settle()
  page.change(nobody)
  await settle()
  isOffline = false
  openPage(nobody)
  await settle()
  expect(told).toEqual([{ tenantId: 3, signedOut: 7, token: undefined }])
  expect(saved.size).toBe(0)
})

it('says nothing of a sign-in that has ended by itself, nor of one that is not checked or not whole', async () => {
  const page = openPage({ ...nobody, memberState: 'checking' })
  page.change({ ...signedIn(7), mustChangePassword: true })
  await settle()
  expect(told).toEqual([])
  page.change({ mustChangePassword: false })
  await settle()
  page.change({ ...nobody, lapsedMember: toMember(7) })
  await settle()
  expect(told).toEqual([{ tenantId: 3, token: 'token of 7' }])
  expect(saved.size).toBe(0)
})

it('speaks of nobody before the club is known', async () => {
  const page = openPage({ ...signedIn(7), club: undefined })
  await settle()
  expect(told).toEqual([])
  page.change({ club })
  await settle()
  expect(told).toEqual([{ tenantId: 3, token: 'token of 7' }])
})

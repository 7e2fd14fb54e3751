import { afterEach, expect, it, vi } from 'vitest'
import { noteClubOfHost, settleClub } from '../../../src/app/session/clubOfHost.ts'
import { createDeviceStorage } from '../../../src/app/session/deviceStorage.ts'

/** Its names are its own properties, as a browser's are. */
type FakeStorage = Record<string, unknown>
const methods = {
  getItem(this: FakeStorage, name: string) {
    return (this[name] as string | undefined) ?? null
  },
  setItem(this: FakeStorage, name: string, text: string) {
    this[name] = text
  },
  removeItem(this: FakeStorage, name: string) {
    delete this[name]
  },
}

function useStorages() {
  const make = (): Storage => Object.create(methods)
  const local = make()
  vi.stubGlobal('window', { localStorage: local, sessionStorage: make() })
  vi.stubGlobal('location', { hostname: 'shows.example' })
  return { local, lasting: createDeviceStorage(() => local) }
}

afterEach(() => vi.unstubAllGlobals())

const noAnswers = { save: async () => false, find: async () => undefined, forget: async () => {} }
const toClub = (ownHost: string) => ({ tenant: { subdomain: 'alder', ownHost } })

it('files under one name, whether the address names the club or the host does, once the host is known', () => {
  const { lasting } = useStorages()
  expect(settleClub('', undefined, lasting)).toBeUndefined()
  expect(settleClub('', toClub('*'), lasting)).toBe('alder')
  expect(settleClub('', toClub('shows.example'), lasting)).toBe('alder')
  expect(settleClub('', toClub('alder.example'), lasting)).toBeUndefined()
  expect(settleClub('?subdomain=birch', toClub('*'), lasting)).toBe('birch')
  noteClubOfHost(toClub('*'), lasting, noAnswers)
  expect(settleClub('', undefined, lasting)).toBe('alder')
  noteClubOfHost(toClub(''), lasting, noAnswers)
  expect(settleClub('', undefined, lasting)).toBeUndefined()
})

it('files texts of earlier builds under the club of the host, and writes over none', () => {
  const { local, lasting } = useStorages()
  local.setItem('showfield::token', 'old')
  local.setItem('showfield::passes', '1')
  local.setItem('showfield:alder:token', 'new')
  expect(settleClub('?subdomain=alder', toClub('*'), lasting)).toBe('alder')
  expect(local.getItem('showfield:alder:token')).toBe('new')
  expect(local.getItem('showfield:alder:passes')).toBe('1')
  expect(local.getItem('showfield::token')).toBeNull()
  expect(local.getItem('showfield:to-move')).toBe('alder')
})

// What docs/wire.md promises to those who write a client: each call with the specification's own payload is answered as
// the page says, and the page is the one that the contract makes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { setUpClubWorld } from '../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../support/database/database.ts'
import { listAnswered } from '../support/wire/specificationAnswers.ts'
import { specificationCalls } from '../support/wire/specificationCalls.ts'
import { writeWirePage } from '../support/wire/wirePage.ts'

it('is written from the contract: after a change, run npm run wire', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/wire.md'), 'utf8')
  expect(page).toBe(writeWirePage())
})

describeOnEachEngine("a caller with the specification's own payloads", (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  const tokens = new Map<string, string>()

  async function signIn(role: 'member' | 'moderator'): Promise<string> {
    const known = tokens.get(role)
    if (known !== undefined) return known
    const { email: username, password = '' } = a.people[role]
    const { token } = await world.request(a, 'member_login', { username, password: password ?? '', ttl: 24 })
    tokens.set(role, token ?? '')
    return token ?? ''
  }

  for (const call of specificationCalls) {
    const { action, what, as, input, refused, lacks = {} } = call
    const name = what === undefined ? action : `${action} (${what})`
    it(`${name}: ${refused?.code ?? 'accepted'}`, async () => {
      const token = as === 'visitor' ? undefined : await signIn(as)
      // as an outside caller does it, without anything that our own callers add
      const received = await world.post(
        { ...input(a), ...(hasClub(input(a)) ? {} : { tenantId: a.id }), action },
        token === undefined ? {} : { 'X-Dart-Token': token },
      )
      const answer = received.json() as { success: boolean; code?: string }
      expect(answer.success ? 'accepted' : answer.code).toBe(refused?.code ?? 'accepted')
      if (refused !== undefined) return
      expect(Object.keys(answer)).toEqual(expect.arrayContaining(listAnswered(call)))
      for (const field of Object.keys(lacks)) expect(answer).not.toHaveProperty(field)
    })
  }
})

/** Signed-in calls of the specification name no club: the token does. */
function hasClub(input: object): boolean {
  return ['subdomain', 'tenant', 'tenantId', 'tenantUUID'].some((name) => name in input)
}

// T2.25: how long a refusal takes tells nothing about the account. `npm run proof` measures it; that the work is
// equal is in every run (`signin.test.ts`).
import { randomInt } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import { hourMs } from '../../../src/domain/time.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

vi.setConfig({ testTimeout: 10 * 60_000 })

const rounds = 200
/** Of a median to the first one. Above the noise of the machine, below one commit more. */
const [least, most] = [0.85, 1.15]

describeOnEachEngine('T2.25 a refusal takes the same time @proof', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  beforeAll(async () => {
    await world.changeRows(a, 'member', { id: a.people.parent.id }, { deleted_at: new Date(world.now()) })
  })

  const newPeer = (): string => `198.18.${randomInt(256)}.${randomInt(256)}`
  const password = 'Rumble-Seat 1932'

  /** Once each in a new order in every round, so that nothing is always first. */
  async function compare(
    refusals: Record<string, () => Promise<{ answer: { success: boolean; code?: string } }>>,
    code: string,
  ): Promise<Record<string, number>> {
    const times = new Map<string, number[]>(Object.keys(refusals).map((name) => [name, []]))
    for (let round = 0; round < rounds; round += 1) {
      world.pass(hourMs)
      // an account whose wrong codes are counted
      const { noPassword, member } = a.people
      await world.request(a, 'lookup_member', { username: noPassword.email, purpose: 'signin' })
      await world.request(a, 'member_forgot_password', { username: member.email }, { peer: newPeer() })
      await world.engine.runDue()
      for (const [name, call] of Object.entries(refusals).sort(() => randomInt(2) - 0.5)) {
        const startedAt = performance.now()
        const { answer } = await call()
        times.get(name)?.push(performance.now() - startedAt)
        expect([name, answer.success, answer.code]).toEqual([name, false, code])
      }
    }
    const medians = [...times].map(([name, all]) => [name, median(all)] as const)
    const [, first = Number.NaN] = medians[0] ?? []
    return Object.fromEntries(medians.map(([name, ms]) => [name, ms / first]))
  }

  const expectEqual = (ratios: Record<string, number>): void => {
    const different = Object.entries(ratios).filter(([, ratio]) => ratio < least || ratio > most)
    expect(Object.fromEntries(different), JSON.stringify(ratios)).toEqual({})
  }

  it('of a sign-in, whatever is wrong with it', async () => {
    const logIn = (username: string) => () =>
      world.request(a, 'member_login', { username, password, ttl: 24 }, { peer: newPeer() })
    expectEqual(
      await compare(
        {
          unknown: logIn('who@x.example'),
          'wrong password, and a temporary one is open': logIn(a.people.member.email),
          'wrong password': logIn(a.people.moderator.email),
          'no password yet': logIn(a.people.noPassword.email),
          deleted: logIn(a.people.parent.email),
          "another club's": logIn(world.clubs.b.people.member.email),
        },
        'wrong-password',
      ),
    )
  })

  it('of a first password, whoever it is for', async () => {
    const set = (username: string, code?: string) => () =>
      world.request(a, 'member_set_password', { username, password, code }, { peer: newPeer() })
    expectEqual(
      await compare(
        {
          unknown: set('who@x.example', 'ABCDEFGH'),
          'has a password': set(a.people.member.email, 'ABCDEFGH'),
          'wrong code': set(a.people.noPassword.email, 'ABCDEFGH'),
          'no code': set(a.people.noPassword.email),
          deleted: set(a.people.parent.email, 'ABCDEFGH'),
        },
        'bad-code',
      ),
    )
  })
})

function median(values: readonly number[]): number {
  return values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)] ?? Number.NaN
}

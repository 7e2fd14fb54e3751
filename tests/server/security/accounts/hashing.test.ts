// Hashing a password is the dearest thing that a stranger can ask for: it is not done before a proof (N8.1).
import { expect, it } from 'vitest'
import { passwordTurns } from '../../../../src/server/auth/passwords.ts'
import { longestPasswordQueue } from '../../../../src/server/limits/machine.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('hashing', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs

  it('is not done for who asks for a first password without a right code, so that others sign in', async () => {
    const { member, noPassword } = a.people
    const usernames = ['nobody@x.example', member.email, noPassword.email]
    const strangers = Array.from({ length: passwordTurns + longestPasswordQueue + 50 }, (_, index) =>
      world.ask(a, 'member_set_password', {
        username: usernames[index % usernames.length],
        password: 'Rumble-Seat 1932',
        code: 'ABCDEFGH',
      }),
    )
    const right = await Promise.all(
      Array.from({ length: 5 }, () =>
        world.ask(a, 'member_login', { username: member.email, password: member.password, ttl: 24 }),
      ),
    )
    expect(right.map(({ success }) => success)).toEqual([true, true, true, true, true])
    const codes = new Set((await Promise.all(strangers)).map(({ code }) => code))
    // nobody waited for a hash: the limit of wrong codes is the only one that they met
    expect([...codes].sort()).toEqual(['bad-code', 'too-many-requests'])
  })

  it('is done for a member’s own change twenty times an hour', async () => {
    const token = await world.signIn(a, 'member')
    const change = (password: string) => world.ask(a, 'member_set_password', { password }, { token })
    for (let count = 0; count < 20; count += 1) {
      expect((await change(`Rumble-Seat 19${count % 2}2`)).success).toBe(true)
    }
    expect(await change('Rumble-Seat 1999')).toMatchObject({ code: 'too-many-requests' })
  })
})

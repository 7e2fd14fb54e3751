// Lists of names are in one order on every database, and people are found as they are typed.
import { beforeAll, expect, it } from 'vitest'
import { compareNames } from '../../../../src/domain/nameOrder.ts'
import { expectDone, setUpOffice } from '../../../support/clubs/officer.ts'
import { describeOnBothEngines } from '../../../support/database/database.ts'

/** As a table of another program may have them. */
const lasts = [
  'Nash',
  'Zamora',
  'de la Cruz',
  'Álvarez',
  'alvarez',
  'Øst',
  "O'Brien",
  'Żółć',
  'Groß',
  'Grosz',
  'Peña',
  'Pena',
]

describeOnBothEngines('lists of names', (engine) => {
  const { world, club, run } = setUpOffice(engine)
  beforeAll(async () => {
    for (const [at, lname] of lasts.entries()) {
      const email = `order${at}@names.example`
      const { id } = await world.insertRow(club, 'member', {
        ...{ email, email_folded: email, fname: 'Extra', lname, expires_on: '2026-07-01' },
        phone_numbers: JSON.stringify(
          lname === 'Øst' ? [{ typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '5555550104' }] : [],
        ),
      })
      await world.changeMemberSettings(club, id, { newsletter: true, roster: true })
      await world.insertRow(club, 'member_mute', { member_id: id, created_at: new Date(world.now()) })
    }
    await world.changeClubSettings(club, { newsletter: true, roster: true })
  })
  const inOrder = lasts.toSorted(compareNames)
  const pick = (text: string) => [...text.matchAll(/Extra[ ,]+((?:de la )?[^\s,]+)/g)].map(([, name]) => name)

  it('begin with Álvarez, and are the same for officers, members and the app', async () => {
    expect(inOrder.slice(0, 4)).toEqual(['alvarez', 'Álvarez', 'de la Cruz', 'Groß'])
    expect(pick(await expectDone(run('members', '--find', 'extra')))).toEqual(inOrder)
    expect(pick(await expectDone(run('dues', '--since', '2026-06-30', '--until', '2026-06-30')))).toEqual(
      inOrder,
    )
    const post = await expectDone(run('newsletter', 'addresses'))
    expect(pick(post.replaceAll('\t', ' '))).toEqual(inOrder)
    const token = await world.signIn(club, 'member')
    const { members } = (await world.ask(club, 'get_members_for_roster', {}, { token })) as never as {
      members: { name: string }[]
    }
    expect(pick(members.map(({ name }) => name).join('\n'))).toEqual(inOrder)
  })

  it.each([
    ['ost', 'Øst'],
    ['ØST', 'Øst'],
    ['zolc', 'Żółć'],
    ['gross', 'Groß'],
    ['555-555-0104', 'Øst'],
    ['(555) 555 0104', 'Øst'],
    ['+1 555.555.0104', 'Øst'],
    ['555–0104', 'Øst'],
  ])('are searched for %s', async (typed, found) => {
    expect(pick(await expectDone(run('members', '--find', typed)))).toEqual([found])
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type ActionName, getDefinition } from '../../../src/contract/index.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { samples } from '../../support/clubs/samples.ts'

/** What moves a terminal's cursor, breaks a line, or turns the direction of what follows. */
const hidden = ['\u001b[2K', '\u0007', '\u0085', '\u202e', '\u2066', '\u200f', '\u061c', '\u2028']
const lineBreaks = ['\n', '\r', '\t']
/** Those of them that are taken out of names, addresses and codes, which are then whole. */
const takenOut = ['\u202e', '\u2066', '\u200f', '\u061c']
const withoutSigns = ['fname', 'order.payload.fname', 'receiptEmail', 'judgeId', 'username']

const donation = {
  amount: 25,
  fname: 'Jo',
  lname: 'New',
  address1: '1 Elm Street',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
  country: 'US',
  phone: '5550100200',
  email: 'jo.new@join.example',
}

/** Where a stranger's text enters: the action, its input with the text in it, and the path of the fault. */
type Place = readonly [ActionName, path: string, input: (text: string, sample: object) => object]

const oneLine: readonly Place[] = [
  ['create_member', 'fname', (text, sample) => ({ ...sample, fname: text })],
  ['create_member', 'address', (text, sample) => ({ ...sample, address: text })],
  [
    'create_payment_intent',
    'order.payload.fname',
    (text) => ({
      amount: 2650,
      receiptEmail: donation.email,
      category: 0,
      key: randomUUID(),
      order: { kind: 'donation', payload: { ...donation, fname: text } },
    }),
  ],
  [
    'create_payment_intent',
    'nonMember.city',
    (text, sample) => ({ ...sample, nonMember: { ...donation, city: text } }),
  ],
  [
    'create_payment_intent',
    'receiptEmail',
    (text, sample) => ({ ...sample, receiptEmail: `${text}@b.example` }),
  ],
  ['verify_judge', 'judgeId', (text, sample) => ({ ...sample, judgeId: text })],
  ['lookup_member', 'username', (text, sample) => ({ ...sample, username: text })],
  ['member_login', 'username', (text, sample) => ({ ...sample, username: text })],
]
/** What a phone sends later. A refusal would be final. */
const queued: readonly Place[] = [
  ['submit_ballot', 'lname', (text, sample) => ({ ...sample, key: randomUUID(), lname: text })],
  ['submit_ballot', 'email', (text, sample) => ({ ...sample, key: randomUUID(), email: text })],
  ['submit_judging_form', 'notes', (text, sample) => ({ ...sample, key: randomUUID(), notes: text })],
]
const manyLines: readonly Place[] = [
  ['create_member', 'comments', (text, sample) => ({ ...sample, comments: text })],
]

describe("a stranger's text", () => {
  const world = setUpClubWorld('embedded', { show: { startsIn: 0, days: 2 } })

  async function findFaults([action, , toInput]: Place, text: string): Promise<unknown> {
    const { a } = world.clubs
    world.pass(60 * 60 * 1000)
    const input = toInput(text, samples[action](a))
    const answer = (await world.post({ tenantId: a.id, ...input, action })).json()
    return answer.code === 'invalid-input' ? answer.faults : 'taken'
  }

  it.each(oneLine)('%s takes one line of visible characters as %s', async (...place) => {
    for (const character of [...hidden, ...lineBreaks]) {
      const faults = await findFaults(place, `a${character}b`)
      const isTakenOut = withoutSigns.includes(place[1]) && takenOut.includes(character)
      const refused = expect.arrayContaining([expect.objectContaining({ path: place[1] })])
      expect([character, faults]).toEqual([character, isTakenOut ? 'taken' : refused])
    }
  })

  it.each(manyLines)(
    '%s takes several lines as %s, and nothing else that cannot be seen',
    async (...place) => {
      for (const character of [...hidden, '\r']) {
        const faults = await findFaults(place, `a${character}b`)
        expect([character, faults]).toEqual([character, [expect.objectContaining({ path: place[1] })]])
      }
      expect(await findFaults(place, 'one\n\ttwo')).toBe('taken')
    },
  )

  it.each(queued)('%s is taken from the queue with what cannot be seen cut out of %s', async (...place) => {
    const [action, field, toInput] = place
    for (const character of hidden) {
      expect([character, await findFaults(place, `a${character}b`)]).toEqual([character, 'taken'])
    }
    const sample = { ...samples[action](world.clubs.a), key: randomUUID() }
    expect(getDefinition(action).input.parse(toInput('a\u202eb\u0007', sample))).toMatchObject({
      [field]: 'ab',
    })
  })

  it('may be a name of any language, with any emoji', async () => {
    const [, , toInput] = oneLine[0] as Place
    for (const name of ['Zoë Ñandú', 'محمد', 'שרה', '王小明', "O'Neil-Smith", '👩‍👩‍👧', 'नमस्ते']) {
      expect([name, await findFaults(['create_member', 'fname', toInput], name)]).toEqual([name, 'taken'])
    }
    expect(await findFaults(['create_member', 'fname', toInput], ' Jo\n')).toBe('taken')
  })
})

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { minuteMs } from '../../../src/domain/time.ts'
import { membership } from '../../../src/server/areas/membership/actions/index.ts'
import { countAttempts } from '../../../src/server/db/instance/attempt.ts'
import {
  emailsLookedUpPerAddress,
  lookupsPerAddress,
  lookupsPerAddressPerDay,
  lookupsPerEmail,
} from '../../../src/server/limits/often.ts'
import { toBucket } from '../../../src/server/throttle/throttle.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { toJoining } from '../../support/clubs/sampleInputs.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { measureWork } from '../../support/database/work.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'

const tenThousand = 10_000
/** The answers depend on the limits and not on the number of tries. */
const few = { guesses: 150, membersLookedUp: 200 }
const many = { guesses: tenThousand, membersLookedUp: 1000 }
// ten thousand calls take minutes
vi.setConfig({ testTimeout: 15 * 60_000 })
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

for (const {
  size: { guesses, membersLookedUp },
  isLong,
  tag,
} of inTwoSizes(few, many))
  describeOnEachEngine(`looking up members by e-mail${tag}`, (engine) => {
    const world = setUpClubWorld(engine)
    const { a } = world.clubs
    // a new day for each
    beforeEach(() => world.pass(dayMs - (world.now() % dayMs)))

    const lookUp = (username: string, peer: string) =>
      world.request(a, 'lookup_member', { username }, { peer })

    const listAlarms = () =>
      world.lines().filter((line) => line.includes(`"alarm":"${emailsLookedUpPerAddress.name}"`))

    describe('T2.20 by the ten thousand', () => {
      it('from one address gets fewer than one in a hundred answered in a day', async () => {
        let answered = 0
        for (let guess = 0; guess < guesses; guess += 1) {
          const { status, answer } = await lookUp(`guess${guess}@harbor.example`, '192.0.2.1')
          if (status === 200) answered += 1
          else expect(answer).toMatchObject({ code: 'too-many-requests', success: false })
          // the whole day, from its first minute to its last
          world.pass(Math.floor(dayMs / guesses) - 1)
        }
        expect(answered).toBe(lookupsPerAddressPerDay.most)
        expect(answered / tenThousand).toBeLessThan(0.01)
      })

      it('from one address all at once gets ten answers, and the alarm is raised once', async () => {
        const before = listAlarms().length
        const statuses = await Promise.all(
          Array.from({ length: 60 }, (_, index) => lookUp(`burst${index}@harbor.example`, '192.0.2.2')),
        )
        expect(statuses.filter(({ status }) => status === 200)).toHaveLength(lookupsPerAddress.most)
        const alarms = listAlarms().slice(before)
        expect(alarms).toHaveLength(1)
        expect(JSON.parse(alarms[0] ?? '')).toMatchObject({
          level: 'error',
          peer: '192.0.2.2',
          tenantId: a.id,
        })
        // the same address again and again is not a search
        world.pass(hourMs)
        for (let times = 0; times < 30; times += 1) await lookUp('burst1@harbor.example', '192.0.2.3')
        expect(listAlarms().slice(before)).toHaveLength(1)
      })

      it('from fifty addresses gets what the limits allow and no more, and the alarm is raised', async () => {
        const before = listAlarms().length
        const addresses = 50
        const all = isLong ? tenThousand : addresses * 4
        // the short run begins when most of the window is used up
        const used = isLong ? 0 : lookupsPerAddress.most - 2
        const buckets = Array.from({ length: addresses }, (_, index) => ({
          ...toBucket(lookupsPerAddress, `${a.id} 198.51.100.${index}`, world.now()),
          amount: used,
        }))
        await world.database.withoutClub((tx) => countAttempts(tx, buckets))
        const answered = new Map<string, number>()
        for (let guess = 0; guess < all; guess += addresses) {
          const calls = Array.from({ length: addresses }, async (_, index) => {
            const peer = `198.51.100.${index}`
            const { status } = await lookUp(`crowd${guess + index}@harbor.example`, peer)
            if (status === 200) answered.set(peer, (answered.get(peer) ?? 0) + 1)
          })
          await Promise.all(calls)
          if (isLong) world.pass(2 * minuteMs)
        }
        // all within ten minutes, or over a day
        const most = isLong ? lookupsPerAddressPerDay.most : lookupsPerAddress.most - used
        expect([...answered.values()]).toEqual(Array.from({ length: addresses }, () => most))
        if (isLong) expect(listAlarms().length).toBeGreaterThan(before)
      })

      it('for one member from many addresses ends after five in an hour, and hurts no other member', async () => {
        const { member, parent } = a.people
        const statuses: number[] = []
        for (let peer = 0; peer < 8; peer += 1) {
          statuses.push((await lookUp(` ${member.email.toUpperCase()} `, `203.0.113.${peer}`)).status)
        }
        expect(statuses).toEqual([
          ...Array.from({ length: lookupsPerEmail.most }, () => 200),
          ...Array.from({ length: 8 - lookupsPerEmail.most }, () => 429),
        ])
        expect((await lookUp(parent.email, '203.0.113.9')).status).toBe(200)
        world.pass(hourMs)
        expect((await lookUp(member.email, '203.0.113.1')).status).toBe(200)
      })

      it('says how long to wait, and counts nothing against a member when the address is stopped', async () => {
        for (let guess = 0; guess < lookupsPerAddress.most; guess += 1) {
          await lookUp(`more${guess}@harbor.example`, '192.0.2.4')
        }
        for (let times = 0; times < 9; times += 1) {
          expect((await lookUp(a.people.member.email, '192.0.2.4')).answer.retryAfter).toBe(600)
        }
        expect((await lookUp(a.people.member.email, '192.0.2.5')).status).toBe(200)
        // another club's members have limits of their own
        const elsewhere = await world.request(
          world.clubs.b,
          'lookup_member',
          { username: world.clubs.b.people.member.email },
          { peer: '192.0.2.4' },
        )
        expect(elsewhere.status).toBe(200)
      })

      it('leaves a line in the log each time, with no address in it', async () => {
        const before = world.lines().length
        await lookUp(a.people.member.email, '192.0.2.6')
        await lookUp('nobody@harbor.example', '192.0.2.6')
        await world.request(
          a,
          'lookup_member',
          { username: a.people.member.email, purpose: 'signin' },
          { peer: '192.0.2.6' },
        )
        for (let guess = 0; guess < lookupsPerAddress.most; guess += 1) {
          await lookUp('nobody@harbor.example', '192.0.2.6')
        }
        const lines = world
          .lines()
          .slice(before)
          .filter((line) => line.includes('look-up of a member'))
          .map((line) => JSON.parse(line) as { kind: string; outcome: string; address: string })
        expect(lines.slice(0, 3)).toMatchObject([
          { kind: 'renewal', outcome: 'found' },
          { kind: 'renewal', outcome: 'unknown' },
          { kind: 'signin', outcome: 'found' },
        ])
        expect(lines.slice(3).map(({ outcome }) => outcome)).toContain('refused')
        expect(lines[0]?.address).toBe(lines[2]?.address)
        expect(new Set(lines.map(({ address }) => address)).size).toBe(2)
        for (const line of world.lines()) {
          expect(line.toLowerCase()).not.toContain('@')
          expect(line.toLowerCase()).not.toContain('ada.quill')
        }
      })
    })

    it("with an order says whose address is a child's as often as a look-up would, and stops nobody who buys", async () => {
      const children = 32
      await world.insertRows(
        a,
        'member',
        Array.from({ length: children }, (_, index) => ({
          email: `child${index}@family.example`,
          email_folded: `child${index}@family.example`,
          fname: 'Kit',
          lname: `Child${index}`,
          parent_id: a.people.parent.id,
          email_proved_at: new Date(world.now()),
          expires_on: '2027-02-01',
        })),
      )
      // refused for its amount, which is checked last: nothing is ordered
      const order = async (email: string, peer: string) => {
        const payload = { ...toJoining(a.memberTypes.open), email_address: email }
        const input = { amount: 1, receiptEmail: email, category: 1, order: { kind: 'membership', payload } }
        return (await world.ask(a, 'create_payment_intent', input, { peer })).code
      }
      const before = listAlarms().length
      const told: number[] = []
      for (let index = 0; index < 30; index += 1) {
        if (index > 0 && index % 12 === 0) world.pass(10 * minuteMs)
        const code = await order(`Child${index}@family.example`, '192.0.2.7')
        expect(['child-membership', 'price-changed']).toContain(code)
        if (code === 'child-membership') told.push(index)
      }
      const most = lookupsPerAddress.most
      expect(told).toEqual([...Array(30).keys()].filter((index) => index % 12 < most))
      expect(listAlarms()).toHaveLength(before + 1)
      world.pass(10 * minuteMs)
      for (let index = 0; index < 40; index += 1) {
        expect(await order(`honest${index}@harbor.example`, '192.0.2.7')).toBe('price-changed')
      }
      // both ways to look up use the same limit
      for (let guess = 0; guess < most - 1; guess += 1) await lookUp(`g${guess}@harbor.example`, '192.0.2.7')
      expect(await order('child30@family.example', '192.0.2.7')).toBe('child-membership')
      expect(await order('child31@family.example', '192.0.2.7')).toBe('price-changed')
      expect((await lookUp('child31@family.example', '192.0.2.7')).status).toBe(429)
      expect(await order('child31@family.example', '192.0.2.8')).toBe('child-membership')
      const claiming = { ...toJoining(a.memberTypes.open), email_address: 'child31@family.example' }
      const claimed = await world.request(a, 'create_member', claiming, { peer: '192.0.2.7' })
      expect(claimed.answer).toMatchObject({ code: 'too-many-requests' })
    })

    describe('T2.21 what is answered', () => {
      const allowed = [
        'fname',
        'lname',
        'address',
        'city',
        'state',
        'zip',
        'type',
        'typeLabel',
        'expiration',
        'life',
      ]
      const private_ = ['Secretive Street', 'Hushaby', '5550199', 'badge-7', 'pw-hash', 'nickname', 'tag-x']

      beforeAll(async () => {
        await world.insertRows(
          a,
          'member',
          Array.from({ length: membersLookedUp }, (_, index) => ({
            email: `M${index}@random.example`,
            email_folded: `m${index}@random.example`,
            fname: `First${index}`,
            lname: `Last${index}`,
            title: 'nickname',
            partner: index % 2 === 0 ? 'Hushaby' : '',
            address: index % 3 === 0 ? '' : `${index} Secretive Street`,
            city: `City${index}`,
            state: 'ME',
            zip: `0${4000 + (index % 900)}-77${index % 90}`,
            phone_numbers: JSON.stringify([
              { typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '2075550199' },
            ]),
            member_type_id: index % 5 === 0 ? null : a.memberTypes.open,
            expires_on: index % 2 === 0 ? '2027-02-01' : '2020-02-29',
            alt_member_id: 'badge-7',
            tags: JSON.stringify(['tag-x']),
            password_hash: index % 2 === 0 ? 'pw-hash' : null,
          })),
        )
      })

      it('of any member is a subset of the list', async () => {
        for (let from = 0; from < membersLookedUp; from += 50) {
          const calls = Array.from({ length: 50 }, async (_, index) => {
            const number = from + index
            const { status, answer, text } = await lookUp(
              `m${number}@random.example`,
              `198.18.${Math.floor(number / 250)}.${number % 250}`,
            )
            expect(status).toBe(200)
            const { member, ...rest } = answer
            expect(Object.keys(member ?? {}).filter((key) => !allowed.includes(key))).toEqual([])
            expect(Object.keys(rest).sort()).toEqual([
              'canRenew',
              'daysUntilRenew',
              'lookup',
              'maxRenewYears',
              'receipt',
              'renewPrice',
              'success',
            ])
            for (const secret of private_) expect(text).not.toContain(secret)
            // the look-up's proof is random
            expect(text.replace(answer.lookup ?? '', '')).not.toMatch(/-77\d/)
          })
          await Promise.all(calls)
        }
      })

      it('for signing in is whether there is a password, and nothing else', async () => {
        const answer = await world.ask(a, 'lookup_member', {
          username: a.people.member.email,
          purpose: 'signin',
          memberId: a.people.parent.id,
        })
        expect(answer).toEqual({ success: true, hasPassword: true, receipt: null })
      })

      const measure = (username: string) =>
        measureWork<'lookup_member'>(world, a, (context) => membership.lookup_member(context, { username }))

      it('costs as much for an address that nobody has as for a member', async () => {
        await measure('warm@random.example')
        const known = await measure('m3@random.example')
        expect(await measure('nobody@random.example')).toEqual({ ...known, refused: 'account-not-found' })
        expect(known).toMatchObject({ refused: '', lines: 1 })
        expect(known.statements).toBeGreaterThan(5)
        expect(known.hashes).toBeGreaterThan(5)
      })

      it('costs as much to mail a link to nobody as to a member', async () => {
        const mail = (username: string) =>
          measureWork<'lookup_member'>(world, a, (context) =>
            membership.lookup_member(context, { username, mailMe: true }),
          )
        await mail('warm@random.example')
        const known = await mail('m3@random.example')
        const { statements, lines, refused } = known
        expect(await mail('nobody@random.example')).toMatchObject({ statements, lines, refused })
        // the answer has gone out before the job checks which members there are
        expect({ lines, refused }).toEqual({ lines: 1, refused: '' })
        expect(known.jobs).toBe(2)
      })

      if (isLong)
        it('takes as long for an address that nobody has as for a member', async () => {
          const times = { known: [] as number[], unknown: [] as number[] }
          for (let round = 0; round < 500; round += 1) {
            const peer = `198.19.${Math.floor(round / 250)}.${round % 250}`
            for (const kind of round % 2 === 0
              ? (['known', 'unknown'] as const)
              : (['unknown', 'known'] as const)) {
              const startedAt = performance.now()
              await lookUp(
                kind === 'known' ? `m${round + 100}@random.example` : `x${round}@random.example`,
                peer,
              )
              times[kind].push(performance.now() - startedAt)
            }
          }
          const median = (values: number[]) => values.toSorted((x, y) => x - y)[values.length / 2] ?? 0
          const ratio = median(times.unknown) / median(times.known)
          expect(ratio).toBeGreaterThan(0.85)
          expect(ratio).toBeLessThan(1.15)
        })
    })
  })

// A process may die at any step of charging a saved card for a renewal, by the button or by the job, and of the
// rounds that begin renewals. The next process puts everything right (rules/payments 5.10).
import { expect, it } from 'vitest'
import { addDays, addYears, findDay } from '../../../../src/domain/day.ts'
import { dayMs, minuteMs } from '../../../../src/domain/time.ts'
import { putRenewal } from '../../../../src/server/order/db/renewal.ts'
import { runRenewalRounds } from '../../../../src/server/order/renewals/renewalRounds.ts'
import { renewWithSavedCard } from '../../../../src/server/order/renewals/renewWithSavedCard.ts'
import { emptyRenewal } from '../../../../src/server/order/renewals/startRenewal.ts'
import { createLog } from '../../../../src/server/process/log.ts'
import { createRandom } from '../../../chaos/random.ts'
import {
  askingCard,
  decliningCard,
  insertHolder,
  listCharges,
  listSubjects,
  readExpiration,
  type SavedHolder,
} from '../../../support/clubs/autoRenewals.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { dieAtEachStep, setUpDeaths } from '../../../support/processes/deaths.ts'
import { inTwoSizes } from '../../../support/run/longTests.ts'

const price = 4150
/** Longer than a job and a round are kept for the process that took them. */
const leaseMs = 11 * minuteMs

interface Stage {
  readonly member: SavedHolder
  readonly period: string
}

for (const { size: longestMs, isLong, tag } of inTwoSizes(240_000, 900_000))
  describeOnEachEngine(`a process that dies over a renewal${tag}`, (engine) => {
    /** The button differs in what it tells: in `npm test` it dies with a card that pays alone. */
    const ways = isLong ? (['job', 'button'] as const) : (['job'] as const)
    const { shop, parts } = setUpDeaths(engine)

    // one death of so many, from a seed; `npm run proof -- orders` dies all of them
    const random = createRandom('renewal crashes')
    const chooseOneOf = (steps: number) => {
      let at = random.between(1, steps)
      return () => {
        at -= 1
        if (at > 0) return isLong
        at = steps
        return true
      }
    }
    const findToday = () => findDay(shop.now(), shop.a.timeZone)
    const startAgain = async (ms = leaseMs) => {
      await shop.sandbox.drop()
      shop.pass(ms)
      // what is found due may make more due in a moment
      for (let turn = 0; turn < 2; turn += 1) await shop.sweep()
    }
    const readRenewal = ({ member }: Stage) =>
      shop.listRows(shop.a, 'renewal', { member_id: member.id }, [
        'state',
        'tries',
        'reason',
        'first_try_at',
        'next_try_at',
        'is_job_over',
      ])
    const listOrders = ({ member }: Stage) =>
      shop.listRows(shop.a, 'purchase_order', { member_id: member.id }, ['key', 'state', 'intent_id'], 'id')
    const countDeclines = async ({ member }: Stage) =>
      (
        await shop.listRows(shop.a, 'payment_attempt', { email_folded: member.email, outcome: 'declined' }, [
          'charge',
        ])
      ).length
    /** The charges, whether the membership was extended by one year or not at all, and the subjects of its mails. */
    const readOutcome = async ({ member, period }: Stage) => {
      const expiration = await readExpiration(shop, member)
      expect([period, addYears(period, 1)]).toContain(expiration)
      return {
        charges: await listCharges(shop, member),
        isExtended: expiration !== period,
        mails: (await listSubjects(shop, member)).map((subject) => subject.replace(/ #?\d.*/, '')),
      }
    }
    const nothing = { charges: [], isExtended: false, mails: [] }
    const renewed = { charges: [price], isExtended: true, mails: [expect.stringContaining('receipt')] }
    const refused = (words: string) => ({ ...nothing, mails: [expect.stringContaining(words)] })

    const openStage = async (by: 'button' | 'job', card: string | undefined): Promise<Stage> => {
      const period = findToday()
      const options = { expiration: period, autoRenew: by === 'job', ...(card === undefined ? {} : { card }) }
      const member = await insertHolder(shop, options)
      if (by === 'job') await takeJob({ member, period })
      return { member, period }
    }
    /** As a round has begun it, and as the process that dies has taken its job. */
    const takeJob = ({ member, period }: Stage) =>
      shop.inClub(shop.a, async (tx) => {
        const at = new Date(shop.now())
        const renewal = emptyRenewal({ memberId: member.id, period })
        await putRenewal(tx, { ...renewal, state: 'waiting', nextTryAt: at, changedAt: at })
        await tx
          .insertInto('job')
          .values({
            kind: 'renew',
            payload: JSON.stringify({ memberId: member.id, period, tries: 0 }),
            unique_key: `renew ${member.id} ${period} 0`,
            attempts: 1,
            locked_until: new Date(at.getTime() + 5 * minuteMs),
          })
          .execute()
      })
    const work = (by: 'button' | 'job', { member, period }: Stage, over: typeof parts = parts) =>
      renewWithSavedCard(over, shop.a, {
        memberId: member.id,
        period,
        ...(by === 'job' ? { startedBy: 'job', tries: 0 } : { startedBy: 'member' }),
      })
    const dieOver = (
      by: 'button' | 'job',
      { card, before }: { card?: string; before?: (stage: Stage) => Promise<unknown> },
      check: (stage: Stage) => Promise<void>,
    ) =>
      dieAtEachStep(
        parts,
        async () => {
          const stage = await openStage(by, card)
          await before?.(stage)
          return stage
        },
        (doomed, stage) => work(by, stage, doomed),
        check,
        chooseOneOf(6),
      )
    /**
     * A press that died with a payment is finished, with this outcome. One that died before has done nothing, and
     * nobody else takes it up.
     */
    const finishPress = async (stage: Stage, outcome: object) => {
      const wasBegun = (await listOrders(stage)).some(({ intent_id }) => intent_id !== null)
      await startAgain()
      expect(await readOutcome(stage)).toEqual(wasBegun ? outcome : nothing)
      if (!wasBegun) {
        for (const { state } of await readRenewal(stage)) expect(state).toBe('stopped')
        for (const { state } of await listOrders(stage)) expect(state).toBe('cancelled')
      }
      return wasBegun
    }
    const expectDeaths = (deaths: number, least: number) =>
      expect(deaths).toBeGreaterThanOrEqual(isLong ? least : 1)

    it('by the button charges once, extends once and sends one receipt, whether it is pressed again at once or not', {
      timeout: longestMs,
    }, async () => {
      let turn = 0
      const deaths = await dieOver('button', {}, async (stage) => {
        turn += 1
        if (turn % 2 === 0) await finishPress(stage, renewed)
        expect(await work('button', stage)).toMatchObject({ is: 'renewed' })
        await startAgain()
        expect(await readOutcome(stage)).toEqual(renewed)
        const states = (await listOrders(stage)).map(({ state }) => state)
        expect(states.filter((state) => state !== 'cancelled')).toEqual(['fulfilled'])
      })
      // beginning, the customer, its name, the intent, its name, the charge, applying it, the end
      expectDeaths(deaths, 18)
    })

    it('by the job charges once, extends once and sends one receipt', { timeout: longestMs }, async () => {
      const deaths = await dieOver('job', {}, async (stage) => {
        await startAgain()
        expect(await readOutcome(stage)).toEqual(renewed)
        await startAgain(dayMs)
        expect(await readOutcome(stage)).toEqual(renewed)
        expect(await listOrders(stage)).toMatchObject([{ state: 'fulfilled' }])
      })
      expectDeaths(deaths, 18)
    })

    it('while the card is declined for now charges it once, tells of it once and keeps the next try', {
      timeout: longestMs,
    }, async () => {
      for (const by of ways) {
        const deaths = await dieOver(by, { card: decliningCard }, async (stage) => {
          if (by === 'button') {
            // who pressed reads it on the screen
            const wasBegun = await finishPress(stage, nothing)
            const stopped = { state: 'stopped', tries: 0, next_try_at: null, is_job_over: false }
            if (wasBegun) expect(await readRenewal(stage)).toMatchObject([stopped])
            expect(await countDeclines(stage)).toBe(wasBegun ? 1 : 0)
            return
          }
          await startAgain()
          expect(await readOutcome(stage)).toEqual(refused('could not be renewed'))
          const [renewal] = await readRenewal(stage)
          expect(renewal).toMatchObject({ state: 'waiting', tries: 1, is_job_over: false })
          expect(renewal?.next_try_at?.getTime()).toBeGreaterThanOrEqual(
            (renewal?.first_try_at?.getTime() ?? 0) + dayMs,
          )
          expect(await countDeclines(stage)).toBe(1)
          await startAgain(dayMs)
          expect(await countDeclines(stage)).toBe(2)
          expect((await readOutcome(stage)).mails).toHaveLength(2)
        })
        expectDeaths(deaths, 18)
      }
    })

    // the same steps as above, and what another refusal leaves: `npm run proof -- orders`
    if (isLong)
      it('while the card can pay no more tells of it once and tries no more', {
        timeout: longestMs,
      }, async () => {
        const detach = ({ member }: Stage) => shop.stripe.paymentMethods.detach(member.methodId)
        const deaths = await dieOver('job', { before: detach }, async (stage) => {
          await startAgain()
          await startAgain(dayMs)
          expect(await readOutcome(stage)).toEqual(refused('could not be renewed'))
          expect(await readRenewal(stage)).toMatchObject([
            { state: 'stopped', tries: 1, next_try_at: null, is_job_over: true },
          ])
        })
        expectDeaths(deaths, 18)
      })

    if (isLong)
      it('while the bank asks for the holder mails one link, and their answer pays once', {
        timeout: longestMs,
      }, async () => {
        for (const by of ways) {
          const deaths = await dieOver(by, { card: askingCard }, async (stage) => {
            const asked = refused('please confirm the renewal')
            if (by === 'button' && !(await finishPress(stage, asked))) return
            await startAgain()
            expect(await readOutcome(stage)).toEqual(asked)
            expect(await readRenewal(stage)).toMatchObject([{ state: 'confirm', next_try_at: null }])
            const [order] = await listOrders(stage)
            const read = async () => shop.ask(shop.a, 'get_order', { orderKey: order?.key })
            const before = await read()
            const secret = before.success ? (before.order.confirmWith ?? '') : ''
            await shop.sandbox.confirm(secret, stage.member.methodId)
            await shop.sandbox.authenticate(secret, 'complete')
            expect(await read()).toMatchObject({ order: { state: 'fulfilled' } })
            await startAgain(dayMs)
            const { charges, isExtended, mails } = await readOutcome(stage)
            expect([charges, isExtended, mails.length]).toEqual([[price], true, 2])
          })
          expectDeaths(deaths, 18)
        }
      })

    it('in a round begins each renewal once and tells of each to come once', {
      timeout: longestMs,
    }, async () => {
      const log = createLog({ write: () => undefined })
      const deaths = await dieAtEachStep(
        parts,
        async () => {
          const today = findToday()
          const due = { member: await insertHolder(shop, { expiration: today }), period: today }
          const later = addDays(today, 10)
          const coming = { member: await insertHolder(shop, { expiration: later }), period: later }
          await shop.changeRows(null, 'renewal_round', { club_id: shop.a.id }, { due_at: new Date(0) })
          return { due, coming }
        },
        (doomed) => runRenewalRounds({ ...doomed, log }),
        async ({ due, coming }) => {
          await startAgain()
          await startAgain(6 * 60 * minuteMs)
          expect(await readOutcome(due)).toEqual(renewed)
          expect(await readOutcome(coming)).toEqual(refused('your membership renews on'))
        },
        chooseOneOf(3),
      )
      // taking the club, its round, when it is due again
      expectDeaths(deaths, 9)
    })
  })

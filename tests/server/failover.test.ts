// The database's machine dies while the whole product works, and its standby is promoted: all that was answered is
// there once, what was not answered goes through when it is tried again, and no process has to be restarted.
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../src/domain/time.ts'
import { jobLimits } from '../../src/server/limits/jobs.ts'
import { listOrderFaults } from '../support/buying/orderBooks.ts'
import { type Acknowledged, workAll } from '../support/failover/people.ts'
import { type FailoverStage, openFailoverStage } from '../support/failover/stage.ts'

/** Beyond the promotion itself. */
const longestSilenceMs = 5000

type Death = 'killed' | 'frozen' | 'cut off'

describe('when the first database server dies', () => {
  let stage: FailoverStage | undefined
  afterEach(async () => {
    await stage?.stop()
    stage = undefined
  })

  it.each<Death>(['killed', 'frozen', 'cut off'])(
    'and is %s, everybody goes on with its standby @proof',
    async (death) => {
      stage = await openFailoverStage(randomUUID())
      const { calls, pair, line, random, servers } = stage
      let isOver = false
      const working = workAll(await stage.makeStage(() => isOver))
      const countOk = () => calls.outcomes.get('ok') ?? 0
      await expect.poll(countOk).toBeGreaterThan(150)
      await stage.tellAll()
      const mailsAtLeast = stage.listMails().length + random.between(1, 10)
      await expect.poll(() => stage?.listMails().length).toBeGreaterThan(mailsAtLeast)

      if (death === 'killed') await pair.killPrimary()
      else if (death === 'frozen') pair.freezePrimary()
      else line.swallow()
      const [diedAt, diedAtClock] = [performance.now(), stage.now()]
      await expect.poll(() => stage?.readReadiness()).toEqual(Array(2).fill('503 database_unreachable'))
      await expect.poll(() => calls.outcomes.get('unavailable') ?? 0).toBeGreaterThan(5)
      for (const { faults } of servers) {
        await expect.poll(() => faults.some((line) => line.includes('the jobs cannot be read'))).toBe(true)
      }
      // as if it took so long: the leases of jobs and messages have run out then
      if (death !== 'frozen') stage.pass(3 * minuteMs)
      await pair.promote()
      const promotedAt = performance.now()
      const goOn = async () => {
        const before = countOk()
        await expect.poll(countOk).toBeGreaterThan(before + 100)
      }
      await goOn()
      await expect.poll(() => stage?.readReadiness()).toEqual(['200', '200'])
      await expectFormerLeftAlone(stage, death, goOn)
      isOver = true
      const done = await working
      const waits = calls.listWaits(promotedAt)
      console.info(
        `${death}: promoted ${toSeconds(promotedAt - diedAt)} later; ${waits.length} calls waited then, ` +
          `half of them ${toSeconds(waits[Math.floor(waits.length / 2)])} longer, the last ${toSeconds(waits.at(-1))}; ` +
          [...calls.outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', '),
      )
      expect([...new Set(calls.wrongs)]).toEqual([])
      expect(waits.length).toBeGreaterThan(0)
      expect(waits.at(-1)).toBeLessThan(longestSilenceMs)
      expect(stage.servers.every((server) => server.isRunning())).toBe(true)

      await settle(stage, diedAtClock)
      await expectAllOnce(stage, done)
    },
    240_000,
  )
})

function toSeconds(ms = 0): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/**
 * The former one comes back, takes writes, and knows of nothing. Nobody goes back to it, not even while the one that was
 * promoted does not answer.
 */
async function expectFormerLeftAlone(
  stage: FailoverStage,
  death: Death,
  goOn: () => Promise<void>,
): Promise<void> {
  const { pair, line, calls } = stage
  if (death === 'killed') await pair.returnPrimary()
  else if (death === 'frozen') pair.thawPrimary()
  else line.mend()
  const before = await stage.countInFormer()
  await goOn()
  if (death === 'killed') {
    const refused = calls.outcomes.get('unavailable') ?? 0
    const thaw = pair.freezePromoted()
    await expect.poll(() => calls.outcomes.get('unavailable') ?? 0).toBeGreaterThan(refused + 20)
    thaw()
    await goOn()
  }
  expect(await stage.countInFormer()).toBe(before)
}

/**
 * Leases run out, holds end, the sweeper asks the provider, and jobs are done. The clock jumps only when no process is at
 * work: to the others, one that works would look dead.
 */
async function settle(stage: FailoverStage, diedAt: number): Promise<void> {
  const { rows, club } = stage
  const listBusy = async () => {
    const jobs = await rows.listRows(club, 'job', { state: 'waiting' }, ['kind', 'run_at', 'locked_until'])
    const due = jobs.filter(({ run_at }) => run_at.getTime() <= stage.now())
    const works = await rows.listRows(null, 'recurring_job', {}, ['name', 'due_at', 'locked_until'])
    return [
      ...due.map(({ kind, locked_until }) => ({ what: kind, locked_until, leaseMs: findLease(kind) })),
      ...works
        .filter(({ due_at, locked_until }) => locked_until !== null || due_at.getTime() <= stage.now())
        .map(({ name, locked_until }) => ({ what: name, locked_until, leaseMs: 0 })),
    ]
  }
  // what got no answer when it was taken is held by nobody, until its lease ends
  const listOthers = async () =>
    (await listBusy()).filter(
      ({ locked_until, leaseMs }) => (locked_until?.getTime() ?? Number.POSITIVE_INFINITY) - leaseMs > diedAt,
    )
  await expect.poll(listOthers).toEqual([])
  for (const ms of [3 * minuteMs, hourMs, 25 * hourMs, 2 * minuteMs]) {
    stage.pass(ms)
    await expect.poll(listBusy).toEqual([])
  }
  expect(await rows.countRows(club, 'purchase_order', { state: 'pending' })).toBe(0)
}

function findLease(kind: string): number {
  const limits: Readonly<Record<string, { leaseMs: number }>> = jobLimits
  return limits[kind]?.leaseMs ?? 0
}

async function expectAllOnce(stage: FailoverStage, done: Acknowledged): Promise<void> {
  const { rows, club } = stage
  const sheets = await rows.listRows(club, 'sheet', {}, ['key'])
  expect(sheets.map(({ key }) => key).toSorted()).toEqual(done.sheets.toSorted())
  const ballots = await rows.listRows(club, 'ballot', {}, ['voter_id'])
  expect(ballots).toHaveLength(done.ballots.length)
  const posts = await rows.listRows(club, 'post', {}, ['message'])
  const texts = posts.map(({ message }) => message)
  expect(done.posts.filter((text) => texts.filter((each) => each.includes(text)).length !== 1)).toEqual([])
  const rides = await rows.listRows(club, 'ride', {}, ['make', 'pictures'])
  const keys = stage.listPictures()
  for (const { make } of done.rides) {
    const own = rides.filter((ride) => ride.make === make)
    expect(own).toHaveLength(1)
    for (const hash of own[0]?.pictures ?? []) expect(keys.join()).toContain(hash)
  }
  for (const [name, text] of done.partners) {
    const { id } = club.people[name as 'member']
    expect((await rows.getRow(club, 'member', { id }, ['partner'])).partner).toBe(text)
  }

  const receiptIds = done.orders.map(({ receiptId }) => receiptId)
  expect(await listOrderFaults(stage.shop, receiptIds)).toEqual([])
  const orders = await rows.listRows(club, 'purchase_order', {}, ['key', 'state'])
  const known = new Map(orders.map(({ key, state }) => [key, state]))
  const expected = { paid: 'fulfilled', free: 'fulfilled', left: 'expired' }
  const wrongEnds = done.orders.filter(({ key, end }) => known.get(key) !== expected[end])
  expect(wrongEnds.map(({ key, end }) => `${end} ${known.get(key)}`)).toEqual([])
  expect(orders).toHaveLength(done.orders.length)

  const mails = stage.listMails()
  const twice = [...Map.groupBy(mails, ({ id }) => id)].filter(([, same]) => same.length > 1)
  expect(twice.map(([id, same]) => `${id} to ${same[0]?.to} ${same.length} times`)).toEqual([])
  const mailed = new Set(mails.map(({ to }) => to))
  const bought = done.orders.filter(({ end }) => end !== 'left')
  expect(bought.filter(({ email }) => !mailed.has(email))).toEqual([])
  const told = [...mailed].filter((to) => /^m\d+@failover/.test(to))
  expect(told).toHaveLength(stage.memberCount / 2)
  const pushes = stage.listPushes()
  expect([...new Set(pushes)]).toHaveLength(stage.memberCount / 2)
  expect(pushes).toHaveLength(stage.memberCount / 2)
  const jobs = await rows.listRows(club, 'job', {}, ['kind', 'state'])
  expect(jobs.filter(({ state }) => state === 'failed')).toEqual([])
}

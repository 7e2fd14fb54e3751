// One run of the chaos: people work during a storm, then calm, then the audit.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeBuild } from '../support/browsers/builds.ts'
import { type Audit, audit, createRefusals, type DeviceEntry } from './auditor.ts'
import { openLedger } from './ledger.ts'
import {
  castBallot,
  chooseVotes,
  drainOutbox,
  fileSheet,
  judgeCars,
  liveThroughStorm,
  makeWeather,
} from './people.ts'
import { createPhone, type Phone, timeScale } from './phone.ts'
import { countStruck, type StruckName, type Submission } from './proxy.ts'
import { createRandom, type Random } from './random.ts'
import { changeClock, type RealStorm, type RealWork } from './realMoments.ts'
import {
  judgeOnScreens,
  lookAtAll,
  matchHeld,
  prepareJudge,
  type RealJudge,
  settleScreens,
} from './realPeople.ts'
import { openRealPhone, type RealPhone } from './realPhone.ts'
import { listVoters, voteOnScreens } from './realVoters.ts'
import type { Safeguard } from './safeguards.ts'
import { mostScore, type ShowSize } from './show.ts'
import { type StageEngine, startStage } from './stage.ts'

export interface ChaosOptions {
  seed: string
  stormMs: number
  engine: StageEngine
  size: ShowSize
  without: ReadonlySet<Safeguard>
  /** The browser for the real screens, when the app is built. Without it there are no real screens. */
  browser?: { executablePath: string | undefined }
  /** Reports the progress. */
  tell(text: string): void
}

export interface ChaosResult {
  audit: Audit
  struck: ReadonlyMap<StruckName, number>
  kills: number
  phones: number
  /** What was done to real browsers, and how often. */
  counts: ReadonlyMap<string, number>
  /** How many submissions real screens made. */
  onScreens: number
}

const hourMs = 60 * 60 * 1000
/** rules/offline 4.4: device clock ± 26 hours and + 8 days. */
const skews = [0, 0, 0, 26 * hourMs, -26 * hourMs, 8 * 24 * hourMs]
/** The judges on real screens: one has no room now and then, one works in two of five tabs, one installs updates. */
const realJudges: readonly (Omit<RealJudge, 'judgeIds' | 'cars'> & { skewMs: number })[] = [
  { moreTabs: 0, isShortOfRoom: true, takesUpdates: false, skewMs: 26 * hourMs },
  { moreTabs: 4, isShortOfRoom: false, takesUpdates: false, skewMs: 0 },
  { moreTabs: 0, isShortOfRoom: false, takesUpdates: true, skewMs: 8 * 24 * hourMs },
]
const screenShare = 0.12
/** In the end real phones have no network for so long, and their people go on: then the server is back. */
const mostAwayMs = 40_000
/**
 * How long an entry may wait on a visible page once the server answers. The page asks every 8 s ± 2; a question or a
 * request that still hangs when the storm ends takes up to its own limit, and a machine with two cores its time.
 */
const allowedWaitMs = 10_000 + (10_000 + 30_000) / timeScale + 3000
/**
 * When all faults are off, everything must be delivered within this time. The longest back-off is a minute.
 */
const calmMs = 120_000

export async function runChaos({
  seed,
  stormMs,
  engine,
  size,
  without,
  browser,
  tell,
}: ChaosOptions): Promise<ChaosResult> {
  const random = createRandom(seed)
  const folder = await mkdtemp(join(tmpdir(), 'showfield-chaos-app-'))
  const appDir = join(folder, 'app')
  if (browser !== undefined) await rename(await makeBuild(folder, 'one'), appDir)
  const stage = await startStage({
    engine,
    size,
    random,
    ...(browser === undefined ? {} : { appDir }),
    holdMs: Math.round((30_000 / timeScale) * 1.2),
    now: Date.now,
    tell,
  })
  const ledger = openLedger(join(stage.folder, 'ledger.jsonl'), Date.now)
  const closing: (() => Promise<void>)[] = []
  try {
    const { show, proxy } = stage
    const phones: Phone[] = []
    const makePhone = (name: string, chance: Random): Phone => {
      const phone = createPhone({
        name,
        origin: proxy.origin,
        random: chance,
        ledger,
        skewMs: chance.pick(skews),
        tabs: chance.pick([1, 1, 1, 2, 2, 5]),
        without,
      })
      phones.push(phone)
      return phone
    }

    const judges = new Map<Phone, string[]>()
    const screenJudges = browser === undefined ? [] : show.judges.slice(0, realJudges.length + 1)
    const screenVoters =
      browser === undefined ? [] : show.voters.slice(0, Math.ceil(show.voters.length * screenShare))
    const others = show.judges.slice(screenJudges.length)
    for (const [at, judgeId] of others.entries()) {
      // every tenth phone is shared: a second judge scores on it
      const shared = at % 10 === 9 ? [...judges.keys()].at(-1) : undefined
      const phone = shared ?? makePhone(`judge phone ${judgeId}`, random.fork(`judge ${judgeId}`))
      judges.set(phone, [...(judges.get(phone) ?? []), judgeId])
      await phone.saveGrant(await stage.verify(judgeId))
    }

    // of some judges two phones are at work, and neither knows what the other has sent
    const twice = others.slice(0, Math.ceil(others.length / 4)).map((judgeId) => {
      const name = `second phone of judge ${judgeId}`
      return { judgeId, phone: makePhone(name, random.fork(name)) }
    })
    for (const { judgeId, phone } of twice) await phone.saveGrant(await stage.verify(judgeId))
    const holders = new Map<Phone, string[]>(judges)
    for (const { judgeId, phone } of twice) holders.set(phone, [judgeId])

    const realPhones: {
      phone: RealPhone
      skewMs: number
      judgeIds: string[]
      judge?: (typeof realJudges)[number]
    }[] = []
    const counts = new Map<string, number>()
    const openReal = async (name: string, skewMs: number): Promise<RealPhone> => {
      const phone = await openRealPhone({ name, skewMs, without, executablePath: browser?.executablePath })
      proxy.workerScripts.set(phone.userAgent, phone.workerScript)
      closing.push(() => phone.close())
      return phone
    }
    const [second, ...rest] = screenJudges.toReversed()
    for (const [at, judgeId] of rest.toReversed().entries()) {
      const judge = realJudges[at]
      const skewMs = judge?.skewMs ?? 0
      const phone = await openReal(`real judge ${judgeId}`, skewMs)
      // the first phone is handed on to a second judge
      const judgeIds = at === 0 && second !== undefined ? [judgeId, second] : [judgeId]
      realPhones.push({ phone, skewMs, judgeIds, ...(judge === undefined ? {} : { judge }) })
      await tellScreen(phone, prepareJudge({ phone, stage }, judgeId))
    }
    if (browser !== undefined)
      realPhones.push({ phone: await openReal('real voters', 0), skewMs: 0, judgeIds: [] })

    const elsewhere = realPhones[2]?.judgeIds[0]
    const otherPhone =
      elsewhere === undefined
        ? undefined
        : makePhone(`other phone of judge ${elsewhere}`, random.fork('other phone'))
    if (elsewhere !== undefined) await otherPhone?.saveGrant(await stage.verify(elsewhere))

    tell(`${show.judges.length} judges are verified; the storm begins`)
    const startedAt = performance.now()
    const awayMs = Math.min(mostAwayMs, stormMs / 6)
    const storm: RealStorm = {
      lengthMs: stormMs,
      elapsed: () => performance.now() - startedAt,
      get isOver() {
        return performance.now() - startedAt > stormMs
      },
      get isAway() {
        return performance.now() - startedAt > stormMs - awayMs
      },
    }
    const work: Promise<void>[] = []
    const filed: RealWork['filed'] = new Map()
    const workOf = (phone: RealPhone): RealWork => ({
      phone,
      filed,
      stage,
      ledger,
      storm,
      random: random.fork(`screens ${phone.name}`),
      count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
    })
    for (const [phone, judgeIds] of judges) {
      work.push(liveThroughStorm({ phone, random: random.fork(`life ${phone.name}`), storm }))
      for (const judgeId of judgeIds) {
        const chance = random.fork(`work ${judgeId}`)
        work.push(judgeCars({ phone, judgeId, show, cars: chance.shuffle(show.cars), random: chance, storm }))
      }
    }
    for (const { judgeId, phone } of twice) {
      const chance = random.fork(`work on ${phone.name}`)
      const cars = chance.shuffle(show.cars).slice(0, Math.ceil(show.cars.length / 3))
      work.push(liveThroughStorm({ phone, random: random.fork(`life ${phone.name}`), storm }))
      work.push(judgeCars({ phone, judgeId, show, cars, random: chance, storm }))
    }
    for (const voterId of show.voters.slice(screenVoters.length)) {
      const chance = random.fork(`voter ${voterId}`)
      const votes = chooseVotes(show, 2, chance)
      const vote = (name: string, chosen: string[]): void => {
        const phone = makePhone(name, chance.fork(name))
        const at = chance.next() * stormMs * 0.95
        work.push(castBallot({ phone, voterId, show, votes: chosen, at, random: chance, storm }))
        work.push(liveThroughStorm({ phone, random: chance.fork('life'), storm }))
      }
      vote(`voter phone ${voterId}`, votes)
      if (chance.isLucky(0.15)) {
        vote(`second phone ${voterId}`, chance.isLucky(0.5) ? votes : chooseVotes(show, 2, chance))
      }
    }
    const hands = realPhones.map(({ phone, judgeIds, judge }) =>
      judge === undefined
        ? giveUp(phone, voteOnScreens(workOf(phone), screenVoters))
        : tellScreen(phone, judgeOnScreens(workOf(phone), { ...judge, judgeIds, cars: show.cars })),
    )
    work.push(...hands)
    if (otherPhone !== undefined && elsewhere !== undefined) work.push(fileElsewhere(otherPhone, elsewhere))
    if (browser !== undefined) work.push(deploy(random.fork('deploys')))
    for (const { phone, skewMs } of realPhones.slice(1)) {
      work.push(changeClock({ ...workOf(phone), random: random.fork(`clock of ${phone.name}`) }, skewMs))
    }

    /** The later sheet of a car that is scored on a real screen. */
    async function fileElsewhere(phone: Phone, judgeId: string): Promise<void> {
      const [entryId = ''] = show.cars
      const scores = (show.forms[0]?.criteria ?? []).map(({ id }) => ({ criteriaId: id, score: mostScore }))
      await wait(stormMs * 0.4)
      await fileSheet({ phone, judgeId, show, entryId, scores, sequence: 40 })
      await phone.flush('due')
    }

    /** Real phones have no network for a while, and then everything is well. */
    async function endStorm(): Promise<void> {
      await wait(stormMs - awayMs)
      for (const { phone } of realPhones) proxy.cutOff.add(phone.userAgent)
      await wait(awayMs)
      proxy.setRate(0)
      proxy.onForward.clear()
      proxy.onAnswer.clear()
      await stage.heal()
      proxy.cutOff.clear()
    }

    /** If a person is stuck on a screen, their work ends there. What they sent is audited all the same. */
    function giveUp(phone: RealPhone, handing: Promise<void>): Promise<void> {
      return tellScreen(phone, handing).catch((error: Error) => {
        counts.set('hands stuck', (counts.get('hands stuck') ?? 0) + 1)
        tell(`${error.message}\n${error.cause}`)
      })
    }

    /** Installs a new build and then the old one again, during the whole storm. */
    async function deploy(chance: Random): Promise<void> {
      const gapMs = Math.max(20_000, stormMs / 8)
      for (let name = 'two'; !storm.isOver; name = name === 'two' ? 'one' : 'two') {
        await wait(gapMs * (0.7 + 0.6 * chance.next()))
        if (storm.isOver) return
        const next = await makeBuild(folder, name)
        await rename(appDir, join(folder, `before-${randomUUID()}`))
        await rename(next, appDir)
        counts.set('deploys', (counts.get('deploys') ?? 0) + 1)
      }
    }

    work.push(makeWeather(random.fork('weather'), storm, stage.proxy.setRate))
    work.push(killServers())
    work.push(takeGrants())
    const ticker = setInterval(() => {
      tell(
        `${Math.round(storm.elapsed() / 1000)} s: ${ledger.intentions.length} handed in, ` +
          `${countStruck(proxy.struck)} faults in ${proxy.submissions} requests, ${stage.kills} kills`,
      )
    }, 10_000)

    async function killServers(): Promise<void> {
      const chance = random.fork('kills')
      while (!storm.isOver) {
        await wait(chance.between(2000, 9000))
        if (storm.isOver) break
        const downMs = chance.between(100, 2500)
        if (chance.isLucky(0.12)) stage.killAll(downMs)
        else {
          // the next server that works on a submission, some milliseconds into it or as it answers
          const isOnAnswer = chance.isLucky(0.4)
          const delayMs = chance.between(0, 12)
          const occasion = isOnAnswer ? proxy.onAnswer : proxy.onForward
          const strike = ({ upstream }: Submission): void => {
            occasion.delete(strike)
            setTimeout(() => stage.kill(upstream, downMs), isOnAnswer ? 0 : delayMs)
          }
          occasion.add(strike)
        }
      }
    }

    async function takeGrants(): Promise<void> {
      const chance = random.fork('grants')
      // on a real screen the judge sees it in the end and verifies again
      const away = realPhones[1]?.judgeIds[0]
      if (away !== undefined) {
        setTimeout(() => void stage.expireGrants(away).catch(tell), stormMs * 0.6)
      }
      const gapMs = Math.max(8000, stormMs / 12)
      // each of them once, because text messages are limited
      for (const [phone, judgeIds] of chance.shuffle([...judges])) {
        await wait(gapMs)
        if (storm.isOver) return
        const judgeId = chance.pick(judgeIds)
        if (!(await stage.expireGrants(judgeId))) return
        // the judge notices some time later and verifies again
        await wait(chance.between(1000, 5000))
        await phone.saveGrant(await stage.verify(judgeId))
        counts.set('grants ended', (counts.get('grants ended') ?? 0) + 1)
      }
    }

    const ended = endStorm()
    const settling = Promise.all(
      realPhones.map(async ({ phone, judgeIds }, at) => {
        await Promise.all([ended, hands[at]])
        return settleScreens({ phone, stage }, judgeIds, calmMs)
      }),
    )
    await Promise.all([ended, ...work])
    clearInterval(ticker)
    tell(`the storm is over after ${ledger.intentions.length} submissions`)
    const deadline = Date.now() + calmMs
    await Promise.all(
      phones.map((phone) =>
        drainOutbox(phone, deadline, async () => {
          for (const judgeId of holders.get(phone) ?? []) await phone.saveGrant(await stage.verify(judgeId))
        }),
      ),
    )
    const waits = (await settling).flat()
    await Promise.all([
      ...realPhones.map(({ phone, judge }) => {
        const voters = judge === undefined ? listVoters(ledger.intentions, phone) : []
        return tellScreen(phone, lookAtAll({ phone, stage, ledger, filed }, voters))
      }),
      // a copy that the proxy still holds must do no harm either
      wait(7000),
    ])
    const onDevices: DeviceEntry[] = []
    for (const phone of phones) onDevices.push(...(await phone.listDeviceEntries()))
    for (const { phone } of realPhones) onDevices.push(...matchHeld(phone, await phone.listHeld(), ledger))
    const stored = await stage.readStored()
    const result = audit({
      ledger,
      onDevices,
      stored,
      waits,
      allowedWaitMs,
      faults: countStruck(proxy.struck),
      seed,
      mayRefuse: createRefusals(ledger.intentions),
    })
    const onScreens = ledger.intentions.filter(({ id }) => id.startsWith('screen')).length
    return {
      audit: result,
      struck: proxy.struck,
      kills: stage.kills,
      phones: phones.length,
      counts,
      onScreens,
    }
  } catch (error) {
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error))
    throw error
  } finally {
    await Promise.allSettled(closing.map((close) => close()))
    ledger.close()
    await stage.dispose()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Reports the screen of a person who is stuck. */
async function tellScreen(phone: RealPhone, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    const text = await phone.page
      .locator('body')
      .innerText()
      .catch((why) => String(why))
    throw new Error(`${phone.name} is stuck at ${phone.page.url()}:\n${text.slice(0, 600)}`, { cause: error })
  }
}

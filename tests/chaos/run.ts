// One run of the chaos: people at work in a storm, then the calm, then the audit.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Audit, audit, type KeptEntry } from './auditor.ts'
import { type GroundEngine, startGround } from './ground.ts'
import { type Intention, openLedger } from './ledger.ts'
import { castBallot, chooseVotes, judgeCars, liveOn, type Storm, settleDown } from './people.ts'
import { createPhone, type Phone, timeScale } from './phone.ts'
import { countStruck, type StruckName } from './proxy.ts'
import { createRandom, type Random } from './random.ts'
import type { Safeguard } from './safeguards.ts'
import type { ShowSize } from './show.ts'

export interface ChaosOptions {
  seed: string
  stormMs: number
  engine: GroundEngine
  size: ShowSize
  without: ReadonlySet<Safeguard>
  /** Progress, for whoever waits. */
  tell(text: string): void
}

export interface ChaosResult {
  audit: Audit
  struck: ReadonlyMap<StruckName, number>
  kills: number
  phones: number
}

const hourMs = 60 * 60 * 1000
/** offline 4: device clock ± 26 hours and + 8 days. */
const skews = [0, 0, 0, 26 * hourMs, -26 * hourMs, 8 * 24 * hourMs]
/** With all faults off everything must be through by then; the longest back-off is a minute. */
const calmMs = 120_000

export async function runChaos({
  seed,
  stormMs,
  engine,
  size,
  without,
  tell,
}: ChaosOptions): Promise<ChaosResult> {
  const random = createRandom(seed)
  const ground = await startGround({
    engine,
    size,
    random,
    holdMs: Math.round((30_000 / timeScale) * 1.2),
    now: Date.now,
  })
  const ledger = openLedger(join(ground.folder, 'ledger.jsonl'), Date.now)
  try {
    const { show, proxy } = ground
    const phones: Phone[] = []
    const makePhone = (name: string, chance: Random): Phone => {
      const phone = createPhone({
        name,
        origin: proxy.origin,
        random: chance,
        ledger,
        skewMs: chance.pick(skews),
        tabs: chance.pick([1, 1, 2, 5]),
        without,
      })
      phones.push(phone)
      return phone
    }

    const judges = new Map<Phone, string[]>()
    for (const [at, judgeId] of show.judges.entries()) {
      // every tenth phone is shared: a second judge scores on it
      const shared = at % 10 === 9 ? [...judges.keys()].at(-1) : undefined
      const phone = shared ?? makePhone(`judge phone ${judgeId}`, random.fork(`judge ${judgeId}`))
      judges.set(phone, [...(judges.get(phone) ?? []), judgeId])
      await phone.keepGrant(await ground.verify(judgeId))
    }

    tell(`${show.judges.length} judges are verified; the storm begins`)
    const startedAt = performance.now()
    const storm: Storm = {
      lengthMs: stormMs,
      elapsed: () => performance.now() - startedAt,
      get isOver() {
        return performance.now() - startedAt > stormMs
      },
    }
    const work: Promise<void>[] = []
    for (const [phone, judgeIds] of judges) {
      work.push(liveOn({ phone, random: random.fork(`life ${phone.name}`), storm }))
      for (const judgeId of judgeIds) {
        const chance = random.fork(`work ${judgeId}`)
        work.push(judgeCars({ phone, judgeId, show, cars: chance.shuffle(show.cars), random: chance, storm }))
      }
    }
    for (const voterId of show.voters) {
      const chance = random.fork(`voter ${voterId}`)
      const votes = chooseVotes(show, 2, chance)
      const vote = (name: string, chosen: string[]): void => {
        const phone = makePhone(name, chance.fork(name))
        const at = chance.next() * stormMs * 0.95
        work.push(castBallot({ phone, voterId, show, votes: chosen, at, random: chance, storm }))
        work.push(liveOn({ phone, random: chance.fork('life'), storm }))
      }
      vote(`voter phone ${voterId}`, votes)
      if (chance.isLucky(0.15)) {
        vote(`second phone ${voterId}`, chance.isLucky(0.5) ? votes : chooseVotes(show, 2, chance))
      }
    }
    work.push(makeWeather(random.fork('weather'), storm, ground.proxy.setRate))
    work.push(killServers())
    work.push(takeGrants())
    const ticker = setInterval(() => {
      tell(
        `${Math.round(storm.elapsed() / 1000)} s: ${ledger.intentions.length} handed in, ` +
          `${countStruck(proxy.struck)} faults in ${proxy.submissions} requests, ${ground.kills} kills`,
      )
    }, 10_000)

    async function killServers(): Promise<void> {
      const chance = random.fork('kills')
      while (!storm.isOver) {
        await wait(chance.between(2000, 9000))
        if (storm.isOver) break
        const downMs = chance.between(100, 2500)
        if (chance.isLucky(0.12)) ground.killAll(downMs)
        else {
          // the next one that works on a submission, some milliseconds into it or as it answers
          const isOnAnswer = chance.isLucky(0.4)
          const delayMs = chance.between(0, 12)
          const strike = ({ upstream }: { upstream: number }): void => {
            delete proxy.onForward
            delete proxy.onAnswer
            setTimeout(() => ground.kill(upstream, downMs), isOnAnswer ? 0 : delayMs)
          }
          if (isOnAnswer) proxy.onAnswer = strike
          else proxy.onForward = strike
        }
      }
    }

    async function takeGrants(): Promise<void> {
      const chance = random.fork('grants')
      const gapMs = Math.max(8000, stormMs / 12)
      while (!storm.isOver) {
        await wait(gapMs)
        if (storm.isOver) return
        const [phone, judgeIds] = chance.pick([...judges])
        const judgeId = chance.pick(judgeIds)
        await ground.expireGrants(judgeId)
        // the judge notices some time later, and verifies again
        await wait(chance.between(1000, 5000))
        await phone.keepGrant(await ground.verify(judgeId))
      }
    }

    await Promise.all(work)
    clearInterval(ticker)
    proxy.setRate(0)
    delete proxy.onForward
    delete proxy.onAnswer
    await ground.heal()
    tell(`the storm is over after ${ledger.intentions.length} submissions`)
    const deadline = Date.now() + calmMs
    await Promise.all(
      phones.map((phone) =>
        settleDown(phone, deadline, async () => {
          for (const judgeId of judges.get(phone) ?? []) await phone.keepGrant(await ground.verify(judgeId))
        }),
      ),
    )
    // a copy that the proxy still holds must do no harm either
    await wait(7000)
    const kept: KeptEntry[] = []
    for (const phone of phones) kept.push(...(await phone.listKept()))
    const stored = await ground.readStored()
    const result = audit({
      ledger,
      kept,
      stored,
      faults: countStruck(proxy.struck),
      seed,
      mayRefuse: createRefusals(ledger.intentions),
    })
    return { audit: result, struck: proxy.struck, kills: ground.kills, phones: phones.length }
  } finally {
    ledger.close()
    await ground.dispose()
  }
}

/** Only a voter who has sent another ballot too may be told that his was used. */
function createRefusals(intentions: readonly Intention[]): (intention: Intention, code: string) => boolean {
  const ballots = Map.groupBy(
    intentions.filter((intention) => intention.kind === 'ballot'),
    ({ voterId }) => voterId,
  )
  return (intention, code) => {
    if (intention.kind !== 'ballot' || code !== 'ballot-used') return false
    const votes = intention.votes.join()
    return (ballots.get(intention.voterId) ?? []).some((other) => other.votes.join() !== votes)
  }
}

/** Calm, gusts and gales: how many submissions are struck. */
async function makeWeather(random: Random, storm: Storm, setRate: (rate: number) => void): Promise<void> {
  while (!storm.isOver) {
    setRate(random.pick([0.1, 0.35, 0.5, 0.5, 0.7]))
    await wait(random.between(1000, 5000))
  }
}

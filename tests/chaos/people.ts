// What judges and voters do with their phones during the storm.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Score } from '../../src/domain/scoring.ts'
import type { NewOutboxEntry } from '../../src/offline/outbox.ts'
import type { BallotIntention, SheetIntention } from './ledger.ts'
import type { Phone } from './phone.ts'
import type { Random } from './random.ts'
import { mostScore } from './show.ts'
import type { Show } from './stage.ts'

export interface Storm {
  /** Milliseconds since the storm began. */
  elapsed(): number
  readonly lengthMs: number
  readonly isOver: boolean
}

export interface JudgeWork {
  phone: Phone
  judgeId: string
  show: Show
  cars: readonly string[]
  random: Random
  storm: Storm
}

export interface SheetToFile extends Pick<JudgeWork, 'phone' | 'judgeId' | 'show'> {
  entryId: string
  scores: Score[]
  sequence: number
  isTappedTwice?: boolean
}

export async function fileSheet({ scores, ...sheet }: SheetToFile): Promise<void> {
  const { meant, entry, input } = prepareSheet(sheet)
  await sheet.phone.submit(
    [{ ...meant, scores }],
    { ...entry, action: 'submit_judging_form', input: { ...input, scores } },
    sheet.isTappedTwice ?? false,
  )
}

/** The judge takes back what they have filed for a car. */
export async function withdrawSheet(sheet: Omit<SheetToFile, 'scores'>): Promise<void> {
  const { meant, entry, input } = prepareSheet(sheet)
  await sheet.phone.submit(
    [{ ...meant, scores: [], withdrawn: true }],
    { ...entry, action: 'withdraw_judging_form', input: { ...input, reason: 'Another car' } },
    sheet.isTappedTwice ?? false,
  )
}

/** What was filed for a car goes to the one that was judged. */
export async function moveSheet({
  scores,
  to,
  ...sheet
}: SheetToFile & { to: Pick<SheetToFile, 'entryId' | 'sequence'> }): Promise<void> {
  const { meant, entry, input } = prepareSheet(sheet)
  const target = { entryId: to.entryId, sequence: to.sequence }
  await sheet.phone.submit(
    [
      { ...meant, scores: [], withdrawn: true },
      { ...meant, ...target, id: toSheetName({ ...sheet, ...target }), scores },
    ],
    {
      ...entry,
      action: 'move_judging_form',
      input: { ...input, scores, toEntryId: to.entryId, toSequence: to.sequence },
    },
    sheet.isTappedTwice ?? false,
  )
}

const toSheetName = ({ phone, judgeId, entryId, sequence }: Omit<SheetToFile, 'scores'>): string =>
  `sheet ${judgeId}/${entryId}/${sequence} on ${phone.name}`

/** What all that a judge files has in common. */
function prepareSheet(sheet: Omit<SheetToFile, 'scores'>) {
  const { phone, judgeId, show, entryId, sequence } = sheet
  const key = randomUUID()
  const formId = show.forms[0]?.id ?? 0
  const { instant, ...made } = phone.madeAt()
  const meant: Omit<SheetIntention, 'scores'> & { key: string } = {
    id: toSheetName(sheet),
    kind: 'sheet',
    device: phone.name,
    ...{ key, judgeId, formId, entryId, sequence },
  }
  const entry = {
    key,
    club: show.club,
    tenantId: show.tenantId,
    eventId: show.eventId,
    principal: { kind: 'judge', ref: judgeId } as const,
    sequence,
    ...made,
    about: { title: 'Jaguar E-Type', number: entryId },
  }
  const input = { eventId: show.eventId, judgeId, entryId, formId, madeAt: instant, sequence }
  return { meant, entry, input }
}

/**
 * A judge walks from car to car. Sometimes they go back to correct a sheet, to move it to another car, or to take it
 * back; sometimes their phone has no network.
 */
export async function judgeCars({ phone, judgeId, show, cars, random, storm }: JudgeWork): Promise<void> {
  const [form] = show.forms
  if (form === undefined) throw new Error('there is no form')
  const sequences = new Map<string, number>()
  const given = new Map<string, Set<string>>()
  const paceMs = storm.lengthMs / cars.length

  /** Never the same twice for a car, so that the scores identify each sheet. */
  function score(entryId: string): Score[] {
    const before = given.get(entryId) ?? new Set()
    given.set(entryId, before)
    for (;;) {
      const scores = (form?.criteria ?? []).map(({ id }) => ({
        criteriaId: id,
        score: random.between(0, mostScore),
      }))
      const text = JSON.stringify(scores)
      if (before.has(text)) continue
      before.add(text)
      return scores
    }
  }

  function count(entryId: string): number {
    const sequence = (sequences.get(entryId) ?? 0) + 1
    sequences.set(entryId, sequence)
    return sequence
  }

  async function hand(entryId: string): Promise<void> {
    const isTappedTwice = random.isLucky(0.1)
    const sheet = { phone, judgeId, show, entryId, sequence: count(entryId), isTappedTwice }
    await fileSheet({ ...sheet, scores: score(entryId) })
  }

  /** The number was wrong: the sheet goes to another car, or is taken back. */
  async function mend(entryId: string): Promise<void> {
    const isTappedTwice = random.isLucky(0.1)
    const sheet = { phone, judgeId, show, entryId, sequence: count(entryId), isTappedTwice }
    const other = random.pick(cars)
    if (other === entryId || random.isLucky(0.4)) return withdrawSheet(sheet)
    const to = { entryId: other, sequence: count(other) }
    await moveSheet({ ...sheet, scores: score(other), to })
  }

  for (const [at, car] of cars.entries()) {
    const dueAt = at * paceMs + random.next() * paceMs * 0.8
    await wait(Math.max(0, dueAt - storm.elapsed()))
    // on a machine that is too slow for so many, the last cars stay unjudged
    if (storm.isOver) return
    await hand(car)
    void phone.flush(random.isLucky(0.1) ? 'person' : 'due')
    if (at > 0 && random.isLucky(0.12)) {
      await hand(random.pick(cars.slice(0, at)))
      void phone.flush('due')
    }
    if (random.isLucky(0.1)) {
      await mend(random.pick(cars.slice(0, at + 1)))
      void phone.flush('due')
    }
  }
}

export interface VoterWork {
  phone: Phone
  voterId: string
  show: Show
  votes: string[]
  /** When they begin to vote, in milliseconds of the storm. */
  at: number
  random: Random
  storm: Storm
}

export async function castBallot({
  phone,
  voterId,
  show,
  votes,
  at,
  random,
  storm,
}: VoterWork): Promise<void> {
  await wait(Math.max(0, at - storm.elapsed()))
  const key = randomUUID()
  const { instant, ...made } = phone.madeAt()
  const intention: BallotIntention & { key: string } = {
    id: `ballot ${phone.name}`,
    kind: 'ballot',
    device: phone.name,
    key,
    voterId,
    votes,
  }
  const entry: NewOutboxEntry<'submit_ballot'> = {
    key,
    action: 'submit_ballot',
    club: show.club,
    tenantId: show.tenantId,
    eventId: show.eventId,
    principal: { kind: 'voter', ref: voterId },
    input: { voterId, fname: 'Vera', lname: 'Vote', email: 'vera@example.com', votes, madeAt: instant },
    sequence: 1,
    ...made,
    about: { title: 'Ballot' },
  }
  await phone.submit([intention], entry, random.isLucky(0.1))
  await send(phone, 'due')
}

/** As many votes in each of some classes as the show allows. */
export function chooseVotes(show: Show, votesPerClass: number, random: Random): string[] {
  const byClass = Map.groupBy(show.cars, (car) => car[0])
  return [...byClass.values()]
    .filter(() => random.isLucky(0.7))
    .flatMap((cars) => random.shuffle(cars).slice(0, random.between(1, votesPerClass)))
    .sort()
}

/** After each round the ledger gets what the screen shows. */
async function send(phone: Phone, urgency: 'due' | 'hint' | 'person'): Promise<void> {
  await phone.flush(urgency)
  await phone.report()
}

export interface PhoneLife {
  phone: Phone
  random: Random
  storm: Storm
}

/** The network comes and goes, the person looks at the phone, and its browser is killed and opened again. */
export async function liveThroughStorm({ phone, random, storm }: PhoneLife): Promise<void> {
  // in a short storm everything happens sooner
  const scale = Math.min(1, storm.lengthMs / 60_000)
  const pause = (leastMs: number, mostMs: number) => wait(random.between(leastMs, mostMs) * scale)
  while (!storm.isOver) {
    await pause(3000, 9000)
    if (storm.isOver) return
    if (random.isLucky(0.15)) {
      phone.setReachable(false)
      await pause(1000, 12_000)
      phone.setReachable(true)
    }
    if (random.isLucky(0.12)) {
      // in the middle of any work
      void phone.flush('hint')
      await wait(random.between(0, 60))
      if (random.isLucky(0.5)) phone.kill()
      else phone.killTab()
    }
    void send(phone, 'hint')
  }
}

/** After the storm: everything is sent, and the person sees it. */
export async function drainOutbox(
  phone: Phone,
  deadline: number,
  verifyAgain: () => Promise<void>,
): Promise<void> {
  phone.setReachable(true)
  let hasVerified = false
  for (;;) {
    await phone.flush('person')
    const left = await phone.report()
    if (left.length === 0 || Date.now() > deadline) return
    if (!hasVerified && left.some(({ state }) => state === 'needs-signin')) {
      hasVerified = true
      await verifyAgain()
    } else await wait(100)
  }
}

/** Calm, gusts and gales: how many submissions are hit. */
export async function makeWeather(
  random: Random,
  storm: Storm,
  setRate: (rate: number) => void,
): Promise<void> {
  while (!storm.isOver) {
    setRate(random.pick([0.1, 0.35, 0.5, 0.5, 0.7]))
    await wait(random.between(1000, 5000))
  }
}

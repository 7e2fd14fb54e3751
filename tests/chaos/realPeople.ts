// Judges and voters on real screens in real browsers, which are killed while they are used.
import { setTimeout as wait } from 'node:timers/promises'
import type { Score } from '../../src/domain/scoring.ts'
import type { DeviceEntry } from './auditor.ts'
import type { BallotIntention, Ledger, SheetIntention } from './ledger.ts'
import type { Storm } from './people.ts'
import type { Submission } from './proxy.ts'
import type { Random } from './random.ts'
import type { BrowserOutboxEntry, RealPhone } from './realPhone.ts'
import {
  changeJudge,
  fillBallot,
  fillSheet,
  findBallot,
  findCarNumber,
  findForms,
  findVerification,
  openPage,
  pressSubmit,
  pressSubmitBallot,
  readBallotStatus,
  readSheetStatus,
  toBallotUrl,
  toFormUrl,
  toJudgingUrl,
  verifyOnScreen,
} from './screens.ts'
import { mostScore } from './show.ts'
import type { Show, Stage } from './stage.ts'

export interface RealWork {
  phone: RealPhone
  stage: Stage
  ledger: Ledger
  random: Random
  storm: Storm
  /** Counts for the report what happened to the browser besides being killed. */
  count(what: string): void
}

/** rules/offline 4.3: the moments at which a browser is killed. */
const moments = ['at-click', 'in-transaction', 'after-saved', 'in-request', 'after-answer'] as const
type Moment = (typeof moments)[number]
const killChance = 0.25
/** The browser may send no requests for a while, after it has heard that the server is gone. */
const mostWaitForRequestMs = 4000
const mostFills = 4

/** Kills the browser at this moment of what `press` begins. Returns what the screen still showed. */
async function killAt<Said>(
  moment: Moment,
  { phone, stage, random, count }: RealWork,
  press: () => Promise<void>,
  readShown: () => Promise<Said>,
): Promise<Said | undefined> {
  const { proxy } = stage
  let said: Said | undefined
  const swallow = (): void => undefined // the browser ends during this
  if (moment === 'at-click') {
    void press().catch(swallow)
    await wait(random.between(0, 30))
  } else if (moment === 'in-transaction') {
    await press().catch(swallow)
    await wait(random.between(0, 12))
  } else if (moment === 'after-saved') {
    await press()
    said = await readShown()
  } else {
    const occasion = moment === 'in-request' ? proxy.onForward : proxy.onAnswer
    const { promise, resolve } = Promise.withResolvers<void>()
    const listen = ({ userAgent }: Submission): void => {
      if (userAgent === phone.userAgent) resolve()
    }
    occasion.add(listen)
    await press()
    await Promise.race([promise, wait(mostWaitForRequestMs)])
    occasion.delete(listen)
  }
  await phone.kill()
  count(`killed ${moment}`)
  await phone.reopen()
  return said
}

export interface RealJudge {
  /** The judges who share this phone. */
  judgeIds: readonly string[]
  cars: readonly string[]
  /** How many more tabs are open beside the front one. */
  moreTabs: number
  /** Now and then the browser gets no room. */
  isShortOfRoom: boolean
  /** Checks for a new version now and then, also in the middle of a sheet. */
  takesUpdates: boolean
}

/** Before the storm, as a judge does at the gate. */
export async function prepareJudge(
  { phone, stage }: Pick<RealWork, 'phone' | 'stage'>,
  judgeId: string,
): Promise<void> {
  const { show, proxy } = stage
  await openPage(phone.page, toJudgingUrl(proxy.origin, show), findVerification)
  await verifyOnScreen(phone.page, judgeId, () => stage.findCode(judgeId))
  await openPage(phone.page, toFormUrl(proxy.origin, show), findCarNumber)
}

export async function judgeOnScreens(work: RealWork, judge: RealJudge): Promise<void> {
  const { phone, stage, ledger, random, storm, count } = work
  const { show, proxy } = stage
  let [judgeId = ''] = judge.judgeIds
  let sequences = new Map<string, number>()
  await openMoreTabs()

  async function openMoreTabs(): Promise<void> {
    for (let more = 0; more < judge.moreTabs; more++) await phone.openTab(toFormUrl(proxy.origin, show))
  }
  async function goToForm(): Promise<void> {
    await openPage(phone.page, toFormUrl(proxy.origin, show), findCarNumber)
  }

  for (let at = 0; !storm.isOver; at++) {
    const next = judge.judgeIds[1]
    if (next !== undefined && next !== judgeId && storm.elapsed() > storm.lengthMs / 2) {
      await openPage(phone.page, toJudgingUrl(proxy.origin, show), findForms)
      await changeJudge(phone.page, next, () => stage.findCode(next))
      await goToForm()
      count('another judge took the phone')
      judgeId = next
      sequences = new Map()
    }
    const isCorrection = sequences.size > 2 && random.isLucky(0.15)
    const entryId = isCorrection
      ? random.pick([...sequences.keys()])
      : (judge.cars[at % judge.cars.length] ?? '')
    const sequence = (sequences.get(entryId) ?? 0) + 1
    sequences.set(entryId, sequence)
    const scores: Score[] = (show.forms[0]?.criteria ?? []).map(({ id }, place) => ({
      criteriaId: id,
      // the first scores count the sheets of a car, so that no two are equal
      score: place === 0 ? sequence % (mostScore + 1) : random.between(0, mostScore),
    }))
    const intention: SheetIntention = {
      id: `screen ${judgeId}/${entryId}/${sequence}`,
      kind: 'sheet',
      device: phone.name,
      judgeId,
      formId: show.forms[0]?.id ?? 0,
      entryId,
      scores,
    }
    await handIn(intention)
    if (judge.moreTabs > 0 && random.isLucky(0.4)) await endLockHolder()
  }

  async function handIn(intention: SheetIntention): Promise<void> {
    const { entryId, scores, id } = intention
    ledger.intend(intention)
    const moment = random.isLucky(killChance) ? random.pick(moments) : undefined
    const isFull = judge.isShortOfRoom && moment === undefined && random.isLucky(0.2)
    const makeRoom = isFull ? await fillPhone() : undefined
    for (;;) {
      if (judge.takesUpdates && random.isLucky(0.3)) {
        await fill(entryId, scores.slice(0, 2))
        await takeUpdate(work)
        await goToForm()
      }
      await fill(entryId, scores)
      const press = () => pressSubmit(phone.page, entryId)
      const readShown = () => readSheetStatus(phone.page, entryId)
      if (moment !== undefined) {
        const said = await killAt(moment, work, press, readShown)
        if (said !== undefined) ledger.say({ id, word: said })
        await goToForm()
        await openMoreTabs()
        // The sheet is still on the form, or it is in the outbox: a person sees which.
        const left = await readDraft(phone)
        if (left !== entryId) return
        await fill(entryId, scores)
      }
      await press()
      const word = await readShown()
      if (word !== undefined) ledger.say({ id, word })
      if (word !== 'not-saved') return await makeRoom?.()
      count('no room')
      await makeRoom?.()
    }
  }

  /** The browser remembers for a while how much room there was, so it is opened again. */
  async function fillPhone(): Promise<() => Promise<void>> {
    await phone.kill()
    await phone.reopen()
    const makeRoom = await phone.limitRoom(proxy.origin, 1_000_000)
    await goToForm()
    await openMoreTabs()
    return makeRoom
  }

  /** If a tap did nothing because the page was just loaded again, the person looks at it and goes on. */
  async function fill(entryId: string, scores: Score[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await fillSheet(phone.page, show, entryId, scores)
      } catch (error) {
        if (attempt === mostFills) throw error
        count('sheet taken up again')
        await goToForm()
      }
    }
  }

  /** The tab that sends is closed while it sends. Another one takes over. */
  async function endLockHolder(): Promise<void> {
    const pages = phone.context.pages()
    for (const page of pages.slice(1)) {
      const isHolding = await page
        .evaluate(() => document.documentElement.dataset.sends !== undefined)
        .catch(() => false) // the page is loading
      if (!isHolding && page !== pages.at(-1)) continue
      await page.close({ runBeforeUnload: false })
      count(isHolding ? 'lock holder ended' : 'tab ended')
      await phone.openTab(toFormUrl(proxy.origin, show))
      return
    }
  }
}

/**
 * A new build, or an old one again, is installed while a draft sheet is open. Sometimes the browser is killed
 * meanwhile.
 */
async function takeUpdate({ phone, random, count }: RealWork): Promise<void> {
  const { page } = phone
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update().catch(() => undefined)
  })
  const button = page.getByRole('button', { name: 'Update now' })
  if (!(await button.isVisible())) return
  count('update asked for')
  if (random.isLucky(0.5)) {
    void button.click().catch(() => undefined)
    await wait(random.between(0, 300))
    await phone.kill()
    count('killed at activation')
    await phone.reopen()
  } else await button.click()
}

async function readDraft({ page }: RealPhone): Promise<string> {
  const field = page.getByRole('textbox', { name: 'Car Number' })
  await field.waitFor({ timeout: 30_000 })
  return field.inputValue()
}

export async function voteOnScreens(work: RealWork, voters: readonly string[]): Promise<void> {
  const { phone, stage, ledger, random, storm } = work
  const { show, proxy } = stage
  for (const voterId of voters) {
    if (storm.isOver) return
    const votes = chooseFew(show, random)
    const intention: BallotIntention = {
      id: `screen ballot ${voterId}`,
      kind: 'ballot',
      device: phone.name,
      voterId,
      votes,
    }
    const url = toBallotUrl(proxy.origin, show, voterId)
    await openPage(phone.page, url, findBallot)
    await fillBallot(phone.page, votes)
    ledger.intend(intention)
    const say = (word: Awaited<ReturnType<typeof readBallotStatus>>): void => {
      if (word === undefined || word === 'open') return
      // the screen shows a used ballot without a reason's code
      ledger.say({ id: intention.id, word, ...(word === 'refused' ? { code: 'ballot-used' } : {}) })
      if (word === 'accepted') ledger.say({ id: intention.id, word: 'saved' })
    }
    const press = () => pressSubmitBallot(phone.page)
    const readShown = () => readBallotStatus(phone.page, 5000)
    if (random.isLucky(killChance)) {
      say(await killAt(random.pick(moments), work, press, readShown))
      await openPage(phone.page, url, findBallot)
      const word = await readBallotStatus(phone.page, 20_000)
      say(word)
      if (word !== 'open') continue
      await fillBallot(phone.page, votes)
    }
    await press()
    await phone.page.getByRole('heading', { name: 'Look over your ballot' }).waitFor({ state: 'hidden' })
    say(await readShown())
  }
}

function chooseFew(show: Show, random: Random): string[] {
  return random
    .shuffle([...Map.groupBy(show.cars, (car) => car[0]).values()])
    .slice(0, 3)
    .map((cars) => random.pick(cars))
    .sort()
}

/** After the storm nobody touches a screen. The open app must be enough, apart from a new sign-in. */
export async function settleScreens(
  work: Pick<RealWork, 'phone' | 'stage'>,
  judgeIds: readonly string[],
  deadline: number,
): Promise<void> {
  const { phone, stage } = work
  const { show, proxy } = stage
  await phone.page.goto(toJudgingUrl(proxy.origin, show))
  for (;;) {
    const left = (await phone.listHeld()).filter(({ state }) => state !== 'accepted' && state !== 'refused')
    if (left.length === 0 || Date.now() > deadline) return
    const [judgeId] = judgeIds
    if (judgeId !== undefined && left.some(({ state }) => state === 'needs-signin')) {
      await verifyAgain(work, judgeId)
    }
    await wait(1500)
    await phone.page.reload()
    await wait(1000)
  }
}

export async function verifyAgain(
  { phone, stage }: Pick<RealWork, 'phone' | 'stage'>,
  judgeId: string,
): Promise<void> {
  await phone.page.getByRole('button', { name: 'Verify again' }).click()
  await verifyOnScreen(phone.page, judgeId, () => stage.findCode(judgeId))
}

/** Finds the intention of a real screen's entry by its content. */
export function matchHeld(
  phone: RealPhone,
  held: readonly BrowserOutboxEntry[],
  ledger: Ledger,
): DeviceEntry[] {
  const own = new Map(
    ledger.intentions
      .filter(({ device }) => device === phone.name)
      .map((intention) => [
        intention.kind === 'sheet'
          ? toText(intention.judgeId, intention.entryId, intention.scores)
          : toText(intention.voterId, intention.votes),
        intention.id,
      ]),
  )
  return held.map(({ key, action, state, input, principal, fault }) => {
    const text =
      action === 'submit_ballot'
        ? toText(principal.ref, [...(input.votes as string[])].sort())
        : toText(principal.ref, String(input.entryId), input.scores)
    const intention = own.get(text)
    return {
      device: phone.name,
      key,
      state,
      ...(fault === undefined || state === 'accepted' ? {} : { code: fault.code }),
      ...(intention === undefined ? {} : { intention }),
    }
  })
}

function toText(...parts: unknown[]): string {
  return JSON.stringify(parts)
}

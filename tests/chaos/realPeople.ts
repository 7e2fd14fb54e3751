// Judges on real screens in real browsers, which are killed and left while they are used.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { Score } from '../../src/domain/scoring.ts'
import type { DeviceEntry, Wait } from './auditor.ts'
import type { Ledger, SheetIntention, ShownStatus } from './ledger.ts'
import { drawMoment, interrupt, type RealWork } from './realMoments.ts'
import type { BrowserOutboxEntry, RealPhone } from './realPhone.ts'
import { type Desk, fileFromTwoTabs, lookAtLastSheets, noteFiled } from './realTabs.ts'
import { lookAtBallot } from './realVoters.ts'
import {
  changeJudge,
  fillSheet,
  findBallot,
  findCarNumber,
  findForms,
  findSaved,
  findVerification,
  openPage,
  pressSubmit,
  readBadge,
  readRows,
  readScores,
  readSheetStatus,
  readTotals,
  toBallotUrl,
  toFormUrl,
  toJudgingUrl,
  toShownState,
  verifyOnScreen,
} from './screens.ts'
import { mostScore } from './show.ts'
import { toPlace } from './stored.ts'

const mostFills = 4
/** So many sheets are opened in the calm. */
const mostOpened = 6
/** A page that nobody hides asks again within ten seconds until the club answers. */
const mostToldMs = 30_000

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
  const { phone, stage, ledger, random, storm, filed, count } = work
  const { show, proxy } = stage
  const formId = show.forms[0]?.id ?? 0
  let [judgeId = ''] = judge.judgeIds
  let sequences = new Map<string, number>()
  let turn = 0
  const tab = (at: 0 | 1): Page => phone.context.pages()[at] ?? phone.page
  const desk: Desk = { work, tab, next, fill, file }
  await openMoreTabs()

  async function openMoreTabs(): Promise<void> {
    for (let more = 0; more < judge.moreTabs; more++) await phone.openTab(toFormUrl(proxy.origin, show))
  }
  async function goToForm(page = phone.page): Promise<void> {
    await openPage(page, toFormUrl(proxy.origin, show), findCarNumber)
  }

  while (!storm.isOver) {
    const nextJudge = judge.judgeIds[1]
    if (nextJudge !== undefined && nextJudge !== judgeId && storm.elapsed() > storm.lengthMs / 2) {
      await openPage(phone.page, toJudgingUrl(proxy.origin, show), findForms)
      await changeJudge(phone.page, nextJudge, () => stage.findCode(nextJudge))
      await goToForm()
      count('another judge took the phone')
      judgeId = nextJudge
      sequences = new Map()
    }
    if (judge.moreTabs > 0 && random.isLucky(0.5)) await fileFromTwoTabs(desk)
    else await handIn(next(), judge.moreTabs > 0 && random.isLucky(0.5) ? 1 : 0)
    if (judge.moreTabs > 0 && random.isLucky(0.4)) await endLockHolder()
  }

  function next(car?: string): SheetIntention {
    const isCorrection = sequences.size > 2 && random.isLucky(0.15)
    const inTurn = isCorrection
      ? random.pick([...sequences.keys()])
      : (judge.cars[turn++ % judge.cars.length] ?? '')
    const entryId = car ?? inTurn
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
      formId,
      entryId,
      scores,
    }
    ledger.intend(intention)
    return intention
  }

  async function handIn(sheet: SheetIntention, at: 0 | 1): Promise<void> {
    const { entryId, scores } = sheet
    const moment = drawMoment(random)
    const isFull = judge.isShortOfRoom && moment === undefined && random.isLucky(0.2)
    const makeRoom = isFull ? await fillPhone() : undefined
    for (;;) {
      if (judge.takesUpdates && random.isLucky(0.3)) {
        await fill(tab(at), sheet, 2)
        await takeUpdate(work)
        await goToForm(tab(at))
      }
      await fill(tab(at), sheet)
      if (moment !== undefined) {
        const press = () => pressSubmit(tab(at), entryId)
        noteFiled(filed, sheet)
        say(sheet, await interrupt(moment, work, tab(at), press, () => readSheetStatus(tab(at), entryId)))
        if (moment === 'left')
          await findCarNumber(tab(at))
            .waitFor()
            .catch(() => goToForm(tab(at)))
        else {
          await goToForm()
          await openMoreTabs()
        }
        // The sheet is still on the form, or it is in the outbox: a person sees which.
        const left = await readDraft(moment === 'left' ? tab(at) : phone.page)
        await lookAtLastSheets(work, tab(at), judgeId)
        if (left !== entryId) return
        await fill(tab(at), { ...sheet, scores })
      }
      if ((await file(tab(at), sheet)) !== 'not-saved') return await makeRoom?.()
      count('no room')
      await makeRoom?.()
    }
  }

  async function file(page: Page, sheet: SheetIntention): Promise<ShownStatus | undefined> {
    noteFiled(filed, sheet)
    await pressSubmit(page, sheet.entryId)
    const word = await readSheetStatus(page, sheet.entryId)
    say(sheet, word)
    await lookAtLastSheets(work, page, judgeId)
    return word
  }

  function say(sheet: SheetIntention, word: ShownStatus | undefined): void {
    if (word === undefined) return
    ledger.say({ id: sheet.id, word })
    // from now on it is the newest of its car
    if (word === 'saved') filed.set(toPlace(sheet), [sheet.id])
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
  async function fill(page: Page, { entryId, scores }: SheetIntention, most = scores.length): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await clearForm(page, entryId)
        await lookAtLastSheets(work, page, judgeId)
        return await fillSheet(page, show, entryId, scores.slice(0, most))
      } catch (error) {
        if (attempt === mostFills) throw error
        count('sheet taken up again')
        await goToForm(page)
      }
    }
  }

  /** A sheet that another tab has taken stays there, and words about an earlier sheet of the car go. */
  async function clearForm(page: Page, entryId: string): Promise<void> {
    const another = page.getByRole('main').getByRole('button', { name: 'Score another car' })
    if (await another.isVisible()) await another.click()
    if ((await findSaved(page, entryId).count()) > 0) await goToForm(page)
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

async function readDraft(page: Page): Promise<string> {
  const field = page.getByRole('textbox', { name: 'Car Number' })
  await field.waitFor({ timeout: 30_000 })
  return field.inputValue()
}

/**
 * After the storm nobody touches a screen. The open app must be enough, apart from a new sign-in. Returns how long
 * each entry waited from now on.
 */
export async function settleScreens(
  work: Pick<RealWork, 'phone' | 'stage'>,
  judgeIds: readonly string[],
  patienceMs: number,
): Promise<Wait[]> {
  const { phone, stage } = work
  const { show, proxy } = stage
  const startedAt = Date.now()
  // whoever was stuck on another page comes back
  if (!phone.page.url().startsWith(`${proxy.origin}/portal/`)) {
    await phone.page.goto(toJudgingUrl(proxy.origin, show))
  }
  const waits: Wait[] = []
  let open: readonly BrowserOutboxEntry[] = []
  let hasVerified = false
  for (;;) {
    const held = await phone.listHeld()
    const left = held.filter(({ state }) => state !== 'accepted' && state !== 'refused')
    const ms = Date.now() - startedAt
    for (const { key } of open) {
      if (!left.some((entry) => entry.key === key)) waits.push({ device: phone.name, key, ms })
    }
    // those that wait for a person are not counted
    open = left.filter(({ state }) => state !== 'needs-signin' && !hasVerified)
    if (left.length === 0) return waits
    if (ms > patienceMs) return [...waits, ...left.map(({ key }) => ({ device: phone.name, key, ms }))]
    const [judgeId] = judgeIds
    if (judgeId !== undefined && left.some(({ state }) => state === 'needs-signin')) {
      await verifyAgain(work, judgeId)
      hasVerified = true
      open = []
    }
    await wait(200)
  }
}

export async function verifyAgain(
  { phone, stage }: Pick<RealWork, 'phone' | 'stage'>,
  judgeId: string,
): Promise<void> {
  // elsewhere the judge comes back to their form
  await openPage(phone.page, toJudgingUrl(stage.proxy.origin, stage.show), findForms)
  await phone.page.getByRole('button', { name: 'Verify again' }).click()
  await verifyOnScreen(phone.page, judgeId, () => stage.findCode(judgeId))
}

/** In the calm: what My cars and the forms say, compared with what counts. */
export async function lookAtAll(
  { phone, stage, ledger, filed }: Pick<RealWork, 'phone' | 'stage' | 'ledger' | 'filed'>,
  voters: readonly string[],
): Promise<void> {
  const { show, proxy } = stage
  const { page, name: device } = phone
  for (const voterId of voters) {
    await openPage(page, toBallotUrl(proxy.origin, show, voterId), findBallot)
    await lookAtBallot({ phone, ledger }, page, voterId, true)
  }
  if (voters.length > 0) return noteBadge()
  const formUrl = toFormUrl(proxy.origin, show)
  const carsUrl = formUrl.replace('?', '/cars?')
  const told = page.waitForResponse(
    (answer) => answer.ok() && (answer.request().postData() ?? '').includes('"get_judge_sheets"'),
    { timeout: mostToldMs },
  )
  await openPage(page, carsUrl, (opened) => opened.getByRole('list', { name: 'My cars' }))
  const who = await page
    .getByText(/^Judge \S+, /)
    .first()
    .innerText()
  const judgeId = /^Judge (\S+), /.exec(who)?.[1] ?? ''
  // what the club has said of each sheet stands there once it was asked, kept and drawn
  await told
  await page.waitForLoadState('networkidle')
  const rows = await readRows(page, 'My cars')
  const formId = show.forms[0]?.id ?? 0
  const looked = { device, at: Date.now(), isCalm: true, judgeId, formId }
  ledger.read({ kind: 'total', ...looked, ...(await readTotals(page)) })
  await noteBadge()
  let opened = 0
  for (const { number, text } of rows) {
    const state = toShownState(text)
    if (state === undefined) continue
    const names = filed.get(toPlace({ kind: 'sheet', judgeId, formId, entryId: number })) ?? []
    const reading = { kind: 'sheet', ...looked, entryId: number, state, filed: names } as const
    const isDraft = text.includes('With a correction not yet sent')
    if (state !== 'accepted' || isDraft || opened === mostOpened) {
      ledger.read(reading)
      continue
    }
    opened += 1
    await openPage(page, `${formUrl}&car=${number}`, (form) => form.getByText('This is what you sent.'))
    ledger.read({ ...reading, scores: await readScores(page, show) })
  }

  async function noteBadge(): Promise<void> {
    const count = await readBadge(page)
    ledger.read({ kind: 'badge', device, at: Date.now(), isCalm: true, count })
  }
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

// What happens to a real browser in the middle of its work: killed, left by its address, its clock changed.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { Ledger } from './ledger.ts'
import type { Storm } from './people.ts'
import type { Submission } from './proxy.ts'
import type { Random } from './random.ts'
import type { RealPhone } from './realPhone.ts'
import type { Stage } from './stage.ts'

export interface RealStorm extends Storm {
  /** Its last part: real phones have no network until it is over. */
  readonly isAway: boolean
}

export interface RealWork {
  phone: RealPhone
  stage: Stage
  ledger: Ledger
  random: Random
  storm: RealStorm
  /** Of each place (`toPlace`) the intentions that its screens may speak of. */
  filed: Map<string, string[]>
  /** Counts for the report what happened to the browser besides being killed. */
  count(what: string): void
}

/** rules/offline 4.3: the moments at which a browser is killed. */
const moments = ['at-click', 'in-transaction', 'after-saved', 'in-request', 'after-answer'] as const
export type Moment = (typeof moments)[number] | 'left'
const killChance = 0.25
const leaveChance = 0.2
/** The browser may send no requests for a while, after it has heard that the server is gone. */
const mostWaitForRequestMs = 4000
const hourMs = 60 * 60 * 1000

export function drawMoment(random: Random): Moment | undefined {
  if (random.isLucky(killChance)) return random.pick(moments)
  return random.isLucky(leaveChance) ? 'left' : undefined
}

/** Ends or leaves the page at this moment of what `press` begins. Returns what the screen still showed. */
export async function interrupt<Said>(
  moment: Moment,
  work: RealWork,
  page: Page,
  press: () => Promise<void>,
  readShown: () => Promise<Said>,
): Promise<Said | undefined> {
  const { phone, random, count } = work
  let said: Said | undefined
  const swallow = (): void => undefined // the browser ends during this
  if (moment === 'left') {
    await untilRequest(work, press)
    await leaveAndReturn(work, page)
    return undefined
  }
  if (moment === 'at-click') {
    void press().catch(swallow)
    await wait(random.between(0, 30))
  } else if (moment === 'in-transaction') {
    await press().catch(swallow)
    await wait(random.between(0, 12))
  } else if (moment === 'after-saved') {
    await press()
    said = await readShown()
  } else await untilRequest(work, press, moment)
  await phone.kill()
  count(`killed ${moment}`)
  await phone.reopen()
  return said
}

/** Resolves while what `press` began is being sent, or soon after nothing was sent. */
async function untilRequest(
  { phone, stage: { proxy } }: RealWork,
  press: () => Promise<void>,
  moment: 'in-request' | 'after-answer' = 'in-request',
): Promise<void> {
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

/** To another address and back. Where the browser has frozen the page, it goes on as it was. */
async function leaveAndReturn({ phone, stage, random, count }: RealWork, page: Page): Promise<void> {
  const before = page.url()
  // an address without a network is left too: the browser's own page stands there then
  await page.goto(`${stage.proxy.origin}/healthz`, { waitUntil: 'commit' }).catch(() => undefined)
  await wait(random.between(0, 2500))
  await page.goBack({ waitUntil: 'commit' }).catch(() => undefined)
  if (page.url() !== before) await page.goto(before).catch(() => undefined)
  // a frozen page does not hear of it
  await phone.setClock(phone.skewMs)
  count('left while sending')
  const isRestored = await page
    .evaluate(() => document.documentElement.dataset.restored !== undefined)
    .catch(() => false) // the page is loading
  if (isRestored) count('restored from the back/forward cache')
}

/** Again and again: three hours off, and set back while the phone has no network. */
export async function changeClock(
  { phone, stage, random, storm, count }: RealWork,
  skewMs: number,
): Promise<void> {
  const { cutOff } = stage.proxy
  const scale = Math.min(1, storm.lengthMs / 60_000)
  const pause = (leastMs: number, mostMs: number) => wait(random.between(leastMs, mostMs) * scale)
  let isOff = false
  const set = async (wanted: number): Promise<void> => {
    // a browser that was killed just now opens with the new time
    await phone.setClock(wanted).catch(() => undefined)
    isOff = wanted !== skewMs
    count(isOff ? 'clock three hours off' : 'clock set back without a network')
  }
  for (let hours = random.pick([3, -3]); !storm.isAway; hours = -hours) {
    await pause(3000, 9000)
    if (storm.isAway) break
    await set(skewMs + hours * hourMs)
    await pause(5000, 12_000)
    if (storm.isAway) break
    cutOff.add(phone.userAgent)
    await pause(2000, 5000)
    await set(skewMs)
    await pause(2000, 5000)
    if (!storm.isAway) cutOff.delete(phone.userAgent)
  }
  if (isOff) await set(skewMs)
}

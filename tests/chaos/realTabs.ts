// One judge at work in two tabs of a phone: two cars at once, or the same car in both.
import type { Page } from 'playwright'
import type { SheetIntention } from './ledger.ts'
import type { RealWork } from './realMoments.ts'
import { pressSubmit, readRows, readSheetStatus, toShownState } from './screens.ts'
import { toPlace } from './stored.ts'

/** What a judge does on a form, in whichever tab. */
export interface Desk {
  work: RealWork
  tab(at: 0 | 1): Page
  /** The next sheet: of this car, or of the one whose turn it is. Its intention is written down. */
  next(entryId?: string): SheetIntention
  fill(page: Page, sheet: SheetIntention, most?: number): Promise<void>
  /** Presses Submit and notes what the screen says. */
  file(page: Page, sheet: SheetIntention): Promise<unknown>
}

const ways = ['two cars', 'a car with equal scores', 'a car with other scores'] as const
/** One of the tabs may have nothing to submit any more. */
const shortMs = 4000

export async function fileFromTwoTabs(desk: Desk): Promise<void> {
  const { work, tab, next, fill, file } = desk
  const { random, count } = work
  const way = random.pick(ways)
  count(`two tabs: ${way}`)
  const [first, second] = [tab(0), tab(1)]
  const one = next()
  if (way === 'two cars') {
    await fill(first, one, 2)
    const other = next()
    await fill(second, other)
    await file(second, other)
    await fill(first, one)
    await file(first, one)
  } else {
    const other = way === 'a car with equal scores' ? one : next(one.entryId)
    await fill(first, one)
    await fill(second, other)
    await fileAtOnce(desk, [
      [first, one],
      [second, other],
    ])
  }
  for (const page of [first, second]) await lookAtLastSheets(work, page, one.judgeId)
}

/** Both are pressed, in either order. Which of them a tab still can submit is the product's affair. */
async function fileAtOnce(
  { work }: Desk,
  pressed: readonly (readonly [page: Page, sheet: SheetIntention])[],
): Promise<void> {
  const { ledger, filed, random } = work
  for (const [, sheet] of pressed) noteFiled(filed, sheet)
  await Promise.allSettled(
    random.shuffle(pressed).map(([page, sheet]) => pressSubmit(page, sheet.entryId, shortMs)),
  )
  const names = [...new Set(pressed.map(([, { id }]) => id))]
  for (const [page, sheet] of pressed) {
    const word = await readSheetStatus(page, sheet.entryId, shortMs)
    if (word !== 'saved') continue
    ledger.say({ id: sheet.id, word })
    filed.set(toPlace(sheet), names)
  }
}

/** Call before it is pressed. */
export function noteFiled(filed: RealWork['filed'], sheet: SheetIntention): void {
  const before = filed.get(toPlace(sheet)) ?? []
  if (!before.includes(sheet.id)) filed.set(toPlace(sheet), [...before, sheet.id])
}

export async function lookAtLastSheets(
  { phone, stage, ledger, filed }: RealWork,
  page: Page,
  judgeId: string,
): Promise<void> {
  const rows = await readRows(page, 'Last sheets').catch(() => []) // the page is loading
  const at = Date.now()
  for (const { number, text } of rows) {
    const state = toShownState(text)
    if (state === undefined) continue
    const place = { judgeId, formId: stage.show.forms[0]?.id ?? 0, entryId: number }
    const names = filed.get(toPlace({ kind: 'sheet', ...place })) ?? []
    ledger.read({ kind: 'sheet', device: phone.name, at, isCalm: false, ...place, state, filed: names })
  }
}

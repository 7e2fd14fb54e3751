// Draws a screen in both languages, and tells what is wrong with it.
import type { AxeResults } from 'axe-core'
import { findFaults } from '../support/browsers/axe.ts'
import type { Screen } from './cases.ts'
import { inspect, listWords, type Strictness } from './inspect.ts'
import type { Lab } from './lab.ts'
import { listMarkup } from './markup.ts'
import type { LabPage, Language, Look, Viewer } from './page.ts'

export type LabPages = Readonly<Record<Language, LabPage>>

/** What is looked at in a language, and whether axe judges it. */
export type Plan = Readonly<Record<Language, readonly { readonly look: Look; readonly isAxeDue: boolean }[]>>

const smallPhone: Look = { name: 'on a small phone', width: 320 }
const phone: Look = { name: 'on a phone', width: 390 }
const desk: Look = { name: 'on a desk', width: 1280 }
const darkDesk: Look = { name: 'on a desk in the dark', width: 1280, isDark: true }
const looks: readonly Look[] = [
  smallPhone,
  phone,
  desk,
  { ...phone, name: 'on a phone in the dark', isDark: true },
  darkDesk,
  { ...phone, name: 'on a phone with more contrast', hasMoreContrast: true },
  { ...phone, name: 'on a phone in the dark with more contrast', isDark: true, hasMoreContrast: true },
]

/** The smallest width, where most goes wrong, and each screen by axe once by day and once in the dark. */
export const fewLooks: Plan = {
  en: [{ look: smallPhone, isAxeDue: true }],
  es: [
    { look: smallPhone, isAxeDue: false },
    { look: darkDesk, isAxeDue: true },
  ],
}
const inEach = looks.map((look) => ({ look, isAxeDue: true }))
export const allLooks: Plan = { en: inEach, es: inEach }
const smallest: Look = { name: 'on the smallest phone', width: 320, height: 568 }
const onItsSide: Look = { name: 'on the smallest phone on its side', width: 568, height: 320 }
/** Letters of twice the size: whatever room a phone has. */
const inLargeLetters = [phone, smallest, onItsSide].map((look) => ({ look, isAxeDue: false }))
export const largeLooks: Plan = { en: inLargeLetters, es: inLargeLetters }

/** A refusal that the screen is about has an error status, which the browser reports. */
const refusals = /status of 40\d/

export interface Drawing {
  readonly screen: Screen
  readonly viewer: Viewer
  readonly plan: Plan
}

/** Everything that is wrong, one sentence each. */
export async function draw(lab: Lab, pages: LabPages, { screen, viewer, plan }: Drawing): Promise<string[]> {
  const faults: string[] = []
  const words: Record<Language, string[]> = { en: [], es: [] }
  const strictness = toStrictness(viewer)
  for (const language of ['en', 'es'] as const) {
    const { page, show, look, takeFaults } = pages[language]
    await show(screen.path, viewer, screen.open)
    for (const { look: one, isAxeDue } of plan[language]) {
      await look(one)
      const told = await page.evaluate(inspect, strictness)
      for (const fault of told) faults.push(`${language}, ${one.name}: ${fault}`)
      if (!isAxeDue) continue
      for (const fault of tellViolations(await findFaults(page)))
        faults.push(`${language}, ${one.name}: ${fault}`)
    }
    if (strictness === 'width') faults.push(...(await page.evaluate(listMarkup)))
    words[language] = await page.evaluate(listWords)
    faults.push(...takeFaults().filter((fault) => !refusals.test(fault)))
    if ((await page.locator('html').getAttribute('lang')) !== language) faults.push(`is not in "${language}"`)
  }
  // the club's own texts are in both languages, and here they are composed in many ways
  if (strictness === 'width') return faults
  const inSpanish = new Set(words.es)
  const inBoth = words.en.filter((text) => inSpanish.has(text))
  for (const text of lab.words.findUntranslated(inBoth)) faults.push(`in both languages: "${text}"`)
  return faults
}

function toStrictness({ club, hasLargeLetters }: Viewer): Strictness {
  if (club === 'hostile' || club === 'hostileShow') return 'width'
  // a club's name of one long word, or letters so large that hardly a word fits
  return club === 'bare' || hasLargeLetters ? 'texts' : 'words'
}

/** What axe has found, one sentence each. */
export function tellViolations(violations: AxeResults['violations']): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

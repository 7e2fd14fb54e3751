// Every screen in both languages: whole on the smallest phone and on a desk, by day and in the dark, in large
// letters, with much, with nothing, with long and foreign words, and while its answers load, fail or do not come.
// Drawn from recorded answers, without a server's process and without a worker.
import { test as base, expect } from '@playwright/test'
import { findFaults } from '../support/browsers/axe.ts'
import { holdCalls } from '../support/browsers/pageCalls.ts'
import { chooseSome, readTreeSeed } from '../support/chance/treeSeed.ts'
import { proofTag } from '../support/run/longTests.ts'
import { type Screen, screens } from './cases.ts'
import { allLooks, type Drawing, draw, fewLooks, type LabPages, largeLooks, tellViolations } from './draw.ts'
import { inspect, listWords } from './inspect.ts'
import { type Lab, openLab } from './lab.ts'
import { listMails } from './mails.ts'
import { openLabPage, type State, type Viewer } from './page.ts'
import { type ClubName, instant } from './world.ts'

const test = base.extend<object, { lab: Lab; pages: LabPages }>({
  lab: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
    async ({}, use) => {
      const lab = await openLab()
      await use(lab)
      await lab.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  pages: [
    async ({ lab, browser }, use) => {
      const pages = {
        en: await openLabPage(lab, browser, 'en'),
        es: await openLabPage(lab, browser, 'es'),
      }
      await use(pages)
      for (const page of Object.values(pages)) await page.close()
    },
    { scope: 'worker' },
  ],
})

/**
 * What each run of `npm test` draws, and the commit says which: every second screen of the usual club, and of other
 * viewers only some, because for each of them the app starts again.
 */
const byChance = { others: 4, screensOfEach: 6 }

interface Case extends Drawing {
  readonly title: string
  /** By chance, `npm test` draws it if it is chosen there, otherwise the proof does. */
  readonly due: 'usual' | 'by chance' | 'in the proof'
}

const ofClub: Partial<Record<ClubName, string>> = {
  quiet: ' with nothing in it',
  bare: ' of a club that has nothing',
  coast: ' in colours that cannot be read as given',
  hostile: ' with long, foreign and hostile words',
  hostileShow: ' with long, foreign and hostile words',
}
const ofState: Readonly<Record<State, string>> = {
  answered: '',
  loading: ' while its answers are on their way',
  failing: ' when the server fails',
  offline: ' without a connection',
}

function listCases(screen: Screen): Case[] {
  const { name, who = 'visitor', clubs = ['demo'], isStill = false } = screen
  const [club = 'demo'] = clubs
  const usual: Viewer = { club, who, state: 'answered', hasLargeLetters: false }
  const inClubs = clubs.map((one) => ({ ...usual, club: one }))
  const inStates = isStill
    ? []
    : (['loading', 'failing', 'offline'] as const).map((state) => ({ ...usual, state }))
  const toDue = (viewer: Viewer) =>
    viewer.state === 'answered' && viewer.club === 'demo' ? 'usual' : 'by chance'
  return [
    ...[...inClubs, ...inStates].map(
      (viewer): Case => ({
        title: name + (ofClub[viewer.club] ?? '') + ofState[viewer.state],
        screen,
        viewer,
        plan: fewLooks,
        due: toDue(viewer),
      }),
    ),
    {
      title: `${name} in large letters`,
      screen,
      viewer: { ...usual, hasLargeLetters: true },
      plan: largeLooks,
      due: 'by chance',
    },
    { title: `${name}, however it is looked at`, screen, viewer: usual, plan: allLooks, due: 'in the proof' },
  ]
}

/** Those that are answered alike follow each other: between them the app need not start again. */
function toOrder({ viewer: { club, who, state, hasLargeLetters } }: Case): string {
  return `${state} ${hasLargeLetters} ${club} ${who}`
}

const cases = screens.flatMap(listCases).toSorted((one, other) => toOrder(one).localeCompare(toOrder(other)))
const seed = readTreeSeed()
const toName = ({ title }: Case) => title
const usualCases = cases.filter(({ due }) => due === 'usual')
const others = Map.groupBy(
  cases.filter(({ due }) => due === 'by chance'),
  toOrder,
)
const chosen = [
  ...chooseSome(usualCases, { seed, count: Math.ceil(usualCases.length / 2), toName }),
  ...chooseSome([...others], { seed, count: byChance.others, toName: ([viewer]) => viewer }).flatMap(
    ([, ofViewer]) => chooseSome(ofViewer, { seed, count: byChance.screensOfEach, toName }),
  ),
]
for (const one of cases) {
  const tag = chosen.includes(one) ? [] : [proofTag]
  test(`${one.title}: whole, readable and translated`, { tag }, async ({ lab, pages }) => {
    expect(await draw(lab, pages, one)).toEqual([])
  })
}

test('a screen reader that waits at a heading is led to the one that takes its place', async ({ pages }) => {
  const { page, show, untilStill } = pages.en
  await show('/portal/events', { club: 'demo', who: 'visitor', state: 'answered', hasLargeLetters: false })
  const name = 'Small Swap Meet'
  const answerNow = await holdCalls(page, 'get_event')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Event', exact: true })).toBeFocused()
  answerNow()
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused()
  await page.unrouteAll()
  await untilStill()
})

const ofDetails = [
  { list: 'store', action: 'get_store', back: 'Back to the store', gone: 'The store does not have this' },
  {
    list: 'classifieds',
    action: 'get_classified',
    back: 'Back to classifieds',
    gone: 'This listing is not there',
  },
  { list: 'social', action: 'get_post', back: 'Back to the posts', gone: 'This post is not there' },
] as const

for (const { list, action, back, gone } of ofDetails) {
  test(`"${back}" leads there, though it is said in the middle of the press that nothing is here`, async ({
    pages,
  }) => {
    const { page, show, untilStill } = pages.en
    const path = `/portal/member/${list}`
    await show(path, { club: 'demo', who: 'member', state: 'answered', hasLargeLetters: false })
    const answerNow = await holdCalls(page, action)
    await page.evaluate((to) => history.pushState({}, '', to + location.search), `${path}/999999`)
    await page.getByRole('link', { name: back, exact: true }).hover()
    await page.mouse.down()
    answerNow()
    await expect(page.getByRole('heading', { level: 1, name: gone })).toBeVisible()
    await page.mouse.up()
    await expect(page).toHaveURL(new RegExp(`${path}\\?`))
    await page.unrouteAll()
    await untilStill()
  })
}

/** What mail programs lay around a mail. */
const ofFrame = ['landmark-one-main', 'region']

test('each mail: whole, readable and translated', { tag: [proofTag] }, async ({ lab, browser }) => {
  const faults: string[] = []
  const words = new Map<string, string[]>()
  lab.words.learn(listMails('2026-06-12', instant))
  lab.words.learn(['Alder Hollow Motor Club', 'Rules of the club.pdf'])
  const context = await browser.newContext()
  const page = await context.newPage()
  for (const { name, language, html } of lab.mails) {
    await page.setViewportSize({ width: 320, height: 844 })
    await page.emulateMedia({ colorScheme: language === 'en' ? 'light' : 'dark' })
    await page.setContent(html)
    const told = await page.evaluate(inspect, 'texts' as const)
    const found = (await findFaults(page)).filter(({ id }) => !ofFrame.includes(id))
    for (const fault of [...told, ...tellViolations(found)]) faults.push(`${name}, ${language}: ${fault}`)
    const own = await page.evaluate(listWords)
    const inBoth = words.get(name)?.filter((text) => own.includes(text)) ?? []
    words.set(name, own)
    for (const text of lab.words.findUntranslated(inBoth))
      faults.push(`${name}, in both languages: "${text}"`)
  }
  expect(words.size).toBe(lab.mails.length / 2)
  expect(faults).toEqual([])
  await context.close()
})

// Every address of the portal for everybody who may come there: each is drawn, says whose it is, and is open.

import { fillPath, memberPaths, publicPaths } from '../../support/browsers/addresses.ts'
import { rounds } from '../../support/browsers/rounds.ts'
import { isOnTurn } from '../../support/chance/turns.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'
import { expect, goWithin, signIn, takeVoter, test, toUrl } from '../fixtures.ts'

/**
 * `npm test` leads to each address for one kind of person, the proof for all of them: within the app, and in English anew
 * for those whose documents differ.
 */
const people = ['visitor', 'member', 'expired', 'parent', 'child', 'moderator'] as const
type Person = (typeof people)[number]
const openAnew: readonly Person[] = ['visitor', 'member', 'expired']

/** Beside those that are drawn one by one: what leads elsewhere, and an event's other actions. */
const paths = [
  ...publicPaths,
  '/portal/member',
  '/portal/member/activities',
  ...['vendor', 'tickets', 'volunteer', 'lookup'].map((action) => `/portal/member/events/{event}/${action}`),
  ...memberPaths,
]

/** What an expired member keeps: the account. */
const openToExpired = /\/member\/(profile|membership|payments|notifications|password|children)$/

const words = {
  en: { refused: 'You are not authorized.', oops: 'Oops!' },
  es: { refused: 'No tiene autorización.', oops: '¡Vaya!' },
} as const

/** Where somebody ends who opens this address; the same address by default. */
function findEnd(path: string, person: Person): RegExp {
  const isMemberArea = path.startsWith('/portal/member')
  if (person === 'visitor') return path === '/portal/member' ? /\/portal\?/ : toPattern(path)
  if (person === 'expired') {
    const isOpen = isMemberArea ? openToExpired.test(path) : path !== '/portal'
    return isOpen ? toPattern(path) : /\/portal\/member\/membership\?/
  }
  if (path === '/portal' || path === '/portal/member') return /\/portal\/member\/social\?/
  if (path === '/portal/member/activities') return /\/portal\/member\/activities\/\d+\/\d+\?/
  if (path === '/portal/member/children' && person !== 'parent') return /\/portal\/member\/social\?/
  return toPattern(path)
}

/** Redirected within it: an action that is not open, a sign-in that is not needed. */
function toPattern(path: string): RegExp {
  return new RegExp(path.replace('/portal/signin', '/portal/(signin|member)').replace(/\{\w+\}/g, '[^/]+'))
}

for (const { language, viewport } of rounds) {
  for (const { size: timeout, isLong, tag } of inTwoSizes(300_000, 600_000)) {
    if (!isLong && (language === 'es' || !isOnTurn('everyAddress'))) continue
    test(`every address is open to whom it is for in "${language}"${tag}`, async ({
      journey,
      product,
      places: { club, event },
    }) => {
      test.setTimeout(timeout)
      const page = await journey(club, 'visitor', { path: '/portal/home', language, viewport })
      const voter = takeVoter(product)
      const ids = { event: String(event.id), voter }
      const open = async (person: Person, path: string) => {
        const isAnew = isLong && language === 'en' && openAnew.includes(person)
        if (isAnew) await page.goto(toUrl(product, fillPath(path, ids), club.subdomain))
        else await goWithin(page, product, fillPath(path, ids), club.subdomain)
        await expect(page, `${person} at ${path}`).toHaveURL(findEnd(path, person))
        await expect(page.locator('h1:not([data-loading])').first()).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expect(page.getByText(words[language].oops, { exact: true })).toHaveCount(0)
        const isRefused = person === 'visitor' && path.startsWith('/portal/member/')
        await expect(page.getByRole('heading', { name: words[language].refused, exact: true })).toHaveCount(
          isRefused ? 1 : 0,
        )
        // who is led elsewhere is so only once it is known who they are
        expect(page.url(), `${person} at ${path}`).toMatch(findEnd(path, person))
      }
      for (const [nth, person] of people.entries()) {
        await test.step(person, async () => {
          if (person !== 'visitor') {
            await page.goto(toUrl(product, '/portal/logout', club.subdomain))
            await expect(page.locator('h1:not([data-loading])').first()).toBeVisible()
            await signIn(page, product, club, person)
          }
          const due = paths.filter((_, at) => isLong || at % people.length === nth)
          for (const path of due) await open(person, path)
        })
      }
    })
  }
}

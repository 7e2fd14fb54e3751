// A small script that runs before anything is drawn. It sets the club's colours and decides whether the
// prerender in the document is right for this device.
import {
  judgePrerender,
  nameClub,
  parseFacts,
  prerenderAttribute,
  prerenderMeta,
} from '../domain/prerender.ts'
import { isLoadingError, keepTrying } from './parts/keepTrying.ts'
import { findClubInSearch } from './session/clubAddress.ts'
import { lastingStorage, toClubStorageName } from './session/deviceStorage.ts'
import { findLanguage } from './text/languages.ts'
import { findTheme, paintTheme } from './ui/applyTheme.ts'

interface SavedClub {
  tenant?: { name?: unknown }
  portalSettings?: { logo?: unknown }
  theme?: unknown
}

const slug = findClubInSearch(window.location.search)

function findInStorage(name: string): string | undefined {
  return lastingStorage.find(toClubStorageName(slug, name))
}

function readClub(): SavedClub | undefined {
  try {
    return JSON.parse(findInStorage('club') ?? 'null') ?? undefined
  } catch {
    return undefined // not written by this app: the app asks the server
  }
}

const styleRetryMs = 2_000

/** Nobody else loads the document's own files again. */
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === 'module') importAgain(target.src)
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') addStyleAgain(target)
  },
  true,
)

function importAgain(url: string): void {
  const stop = keepTrying(async () => {
    try {
      await import(url)
      stop()
    } catch (error) {
      if (isLoadingError(error)) return
      stop()
      throw error
    }
  })
}

/** The dead link goes at once: a part that is loaded again would take its style sheet for present. */
function addStyleAgain(link: HTMLLinkElement): void {
  link.remove()
  window.setTimeout(() => {
    const isThere = [...document.styleSheets].some(({ href }) => href === link.href)
    if (!isThere) document.head.append(link.cloneNode())
  }, styleRetryMs)
}

/** A button of the prerender does nothing yet. Whoever taps it is told at once that the app is still loading. */
document.addEventListener('click', ({ target }) => {
  const isPainted =
    target instanceof Element && target.closest(`#app > [${prerenderAttribute}] button`) !== null
  if (isPainted) document.getElementById('late')?.setAttribute('data-tapped', '')
})

const club = readClub()
const theme = findTheme(club?.theme)
if (theme !== undefined) paintTheme(theme)

const meta = document.querySelector<HTMLMetaElement>(`meta[name="${prerenderMeta}"]`)
const facts = meta === null ? undefined : parseFacts(meta.content)
if (facts !== undefined) {
  const verdict = judgePrerender(facts, {
    language: findLanguage(lastingStorage),
    club:
      club === undefined
        ? undefined
        : nameClub(String(club.tenant?.name), String(club.portalSettings?.logo ?? '')),
    zoneOffset: new Date().getTimezoneOffset(),
    now: Date.now() + (Number(findInStorage('clock') ?? 0) || 0),
  })
  document.documentElement.setAttribute(prerenderAttribute, verdict)
}

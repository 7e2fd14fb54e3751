// A small script that runs before anything is drawn. It sets the club's colours and decides whether the
// prerender in the document is right for this device.
import {
  judgePrerender,
  nameClub,
  parseFacts,
  prerenderAttribute,
  prerenderMeta,
} from '../domain/prerender.ts'
import { untilLoaded } from './parts/keepTrying.ts'
import { untilPainted } from './parts/nextPaint.ts'
import { prefetchFiles } from './parts/prefetch.ts'
import { untilReleased } from './pressed.ts'
import { readBroughtAlong } from './session/broughtAlong.ts'
import { settleClub } from './session/clubOfHost.ts'
import { lastingStorage, tabStorage, toClubStorageName } from './session/deviceStorage.ts'
import { findLanguage } from './text/languages.ts'
import { findTheme, paintTheme } from './ui/applyTheme.ts'

interface KnownClub {
  tenant?: { name?: unknown; language?: unknown }
  portalSettings?: { logo?: unknown }
  theme?: unknown
}

// the document is newer than what an earlier visit has saved
const broughtClub = readBroughtAlong()?.club as KnownClub | undefined
const slug = settleClub(window.location.search, broughtClub, lastingStorage)

function findInStorage(name: string): string | undefined {
  return lastingStorage.find(toClubStorageName(slug, name))
}

function parseClub(text: string | null | undefined): KnownClub | undefined {
  try {
    return JSON.parse(text ?? 'null') ?? undefined
  } catch {
    return undefined // not written by this app: the app asks the server
  }
}

function findToken(): string | undefined {
  return tabStorage.find(toClubStorageName(slug, 'token')) ?? findInStorage('token')
}

declare global {
  interface Window {
    /** The document's prerender is on the screen, if it has one. */
    whenPainted?: Promise<void>
  }
}

window.prefetchFiles = prefetchFiles
window.untilReleased = untilReleased

/** The server's document leaves it to this script to load the app (server/http/documents/firstFiles). */
const { entry, next } = document.currentScript?.dataset ?? {}
if (entry !== undefined) void untilLoaded(() => importEntry(entry.split(' ')))
if (next !== undefined) void prefetchFiles(next.split(' ')).catch(ignoreMissingPart)

async function importEntry(files: readonly string[]): Promise<void> {
  await prefetchFiles(files)
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
  }
  await import(files[0] ?? '')
}

/** Who imports it tries again. */
function ignoreMissingPart(): void {}

const styleRetryMs = 2_000

/** Nobody else loads the document's own style sheets again. */
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') addStyleAgain(target)
  },
  true,
)

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

const club = parseClub(findInStorage('club'))
const theme = findTheme((broughtClub ?? club)?.theme)
if (theme !== undefined) paintTheme(theme)

const meta = document.querySelector<HTMLMetaElement>(`meta[name="${prerenderMeta}"]`)
const facts = meta === null ? undefined : parseFacts(meta.content)
window.whenPainted = untilPainted(() => document.getElementById('late') !== null)
// what comes next loads all at once, but not before the prerender's own files
void window.whenPainted.then(() => prefetchFiles(facts?.parts ?? [])).catch(ignoreMissingPart)
if (facts !== undefined) {
  const verdict = judgePrerender(facts, {
    language: findLanguage(lastingStorage, (broughtClub ?? club)?.tenant?.language),
    isSignedIn: findToken() !== undefined,
    club:
      club === undefined
        ? undefined
        : nameClub(String(club.tenant?.name), String(club.portalSettings?.logo ?? '')),
    zoneOffset: new Date().getTimezoneOffset(),
    now: Date.now() + (Number(findInStorage('clock') ?? 0) || 0),
  })
  document.documentElement.setAttribute(prerenderAttribute, verdict)
}

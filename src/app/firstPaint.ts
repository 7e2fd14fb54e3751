// Runs before anything is drawn, as a small script of its own: puts on the club's colours, and judges whether what
// the document already shows is true on this device.
import { judgePrerender, nameClub, parseFacts, prerenderMeta } from '../domain/prerender.ts'
import { findClubInSearch } from './session/clubAddress.ts'
import { lastingStorage, toClubStorageName } from './session/deviceStorage.ts'
import { findLanguage } from './text/languages.ts'
import { findTheme, paintTheme } from './ui/applyTheme.ts'

interface KeptClub {
  tenant?: { name?: unknown }
  portalSettings?: { logo?: unknown }
  theme?: unknown
}

const slug = findClubInSearch(window.location.search)

function findKept(name: string): string | undefined {
  return lastingStorage.find(toClubStorageName(slug, name))
}

function readClub(): KeptClub | undefined {
  try {
    return JSON.parse(findKept('club') ?? 'null') ?? undefined
  } catch {
    return undefined // written by something else: the app asks the server
  }
}

const club = readClub()
const theme = findTheme(club?.theme)
if (theme !== undefined) paintTheme(theme)

const meta = document.querySelector<HTMLMetaElement>(`meta[name="${prerenderMeta}"]`)
const facts = meta === null ? undefined : parseFacts(meta.content)
if (facts !== undefined) {
  document.documentElement.dataset.painting = judgePrerender(facts, {
    language: findLanguage(lastingStorage),
    club:
      club === undefined
        ? undefined
        : nameClub(String(club.tenant?.name), String(club.portalSettings?.logo ?? '')),
    zoneOffset: new Date().getTimezoneOffset(),
    now: Date.now() + (Number(findKept('clock') ?? 0) || 0),
  })
}

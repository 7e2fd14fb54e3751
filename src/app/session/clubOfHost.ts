// Which club this host names by itself. What is kept of a club is filed under its slug, whether the address names the
// club or the host does.
import { findClubInSearch } from './clubAddress.ts'
import { type DeviceStorage, toClubStorageName } from './deviceStorage.ts'
import type { SafeAnswers } from './safeAnswers.ts'

/** Read by the worker too, from the saved answers. */
export const clubOfHostName = 'showfield:club-of-host'
/** The club under which the databases have still to file what they have under none. */
export const toMoveName = 'showfield:to-move'
const nameless = toClubStorageName(undefined, '')

/** The slug, if the club is the one that this host names; of what the server, or a device, says of a club. */
export function findClubOfHost(club: unknown): string | undefined {
  const { subdomain, ownHost } = (club as { tenant?: { subdomain?: string; ownHost?: string } })?.tenant ?? {}
  return ownHost === '*' || (ownHost !== undefined && ownHost === globalThis.location?.hostname)
    ? subdomain
    : undefined
}

/** Undefined while the host's club is not known. Texts of earlier builds are filed under it at once. */
export function settleClub(search: string, broughtClub: unknown, lasting: DeviceStorage): string | undefined {
  const ofHost = findClubOfHost(broughtClub) ?? lasting.find(clubOfHostName)
  if (ofHost !== undefined) {
    if (moveTexts(() => window.localStorage, ofHost)) lasting.save(toMoveName, ofHost)
    moveTexts(() => window.sessionStorage, ofHost)
  }
  return findClubInSearch(search) ?? ofHost
}

/** Whether there was any. */
function moveTexts(open: () => Storage, slug: string): boolean {
  try {
    const storage = open()
    const old = Object.keys(storage).filter((name) => name.startsWith(nameless))
    for (const name of old) {
      const wanted = toClubStorageName(slug, name.slice(nameless.length))
      if (storage.getItem(wanted) === null) storage.setItem(wanted, storage.getItem(name) ?? '')
      storage.removeItem(name)
    }
    return old.length > 0
  } catch {
    return false // a browser that forbids storage has saved nothing
  }
}

/** What the server has just said of the page's club. */
export function noteClubOfHost(
  club: { tenant: { subdomain: string } },
  lasting: DeviceStorage,
  answers: SafeAnswers,
): void {
  const ofHost = findClubOfHost(club)
  if (ofHost === undefined) forgetClubOfHost(club.tenant.subdomain, lasting, answers)
  else {
    lasting.save(clubOfHostName, ofHost)
    void answers.save(clubOfHostName, ofHost)
  }
}

/** The host names another club now, or the club is gone. */
export function forgetClubOfHost(
  slug: string | undefined,
  lasting: DeviceStorage,
  answers: SafeAnswers,
): void {
  if (slug === undefined || lasting.find(clubOfHostName) !== slug) return
  lasting.remove(clubOfHostName)
  void answers.forget(clubOfHostName)
}

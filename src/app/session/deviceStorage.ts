// Small texts saved on this device. If the browser forbids that, they live as long as the page.

export interface DeviceStorage {
  find(name: string): string | undefined
  save(name: string, value: string): void
  remove(name: string): void
}

/** Clubs may share an origin: the name keeps their data apart (rules/security 1.11). */
export function toClubStorageName(slug: string | undefined, name: string): string {
  return `showfield:${slug ?? ''}:${name}`
}

/** A member's cart. It goes with their sign-out, after they were asked, and outlives a sign-in that runs out. */
export function toCartName(slug: string | undefined, memberId: number): string {
  return toClubStorageName(slug, `cart ${memberId}`)
}

/** `open` is called at each access, because a browser that forbids storage already throws there. */
export function createDeviceStorage(open: () => Storage): DeviceStorage {
  const memory = new Map<string, string>()
  return {
    find(name) {
      try {
        return open().getItem(name) ?? memory.get(name)
      } catch {
        return memory.get(name) // storage is forbidden: only this page's memory is left
      }
    },
    save(name, value) {
      try {
        open().setItem(name, value)
        memory.delete(name)
      } catch {
        memory.set(name, value) // forbidden or full: saved until the page closes
      }
    },
    remove(name) {
      memory.delete(name)
      try {
        open().removeItem(name)
      } catch {
        return // nothing can have been saved
      }
    },
  }
}

/** Saved until the tab closes. */
export const tabStorage = createDeviceStorage(() => window.sessionStorage)
/** Saved until somebody deletes it. */
export const lastingStorage = createDeviceStorage(() => window.localStorage)

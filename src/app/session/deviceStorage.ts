// Small texts kept on this device; where the browser forbids keeping, they live as long as the page.

export interface DeviceStorage {
  find(name: string): string | undefined
  keep(name: string, value: string): void
  remove(name: string): void
}

/** Clubs may share an origin: what is kept of one is never read for another (rules/security 1.11). */
export function toClubStorageName(slug: string | undefined, name: string): string {
  return `showfield:${slug ?? ''}:${name}`
}

/** `open` is called once per access, because a browser that forbids storage throws already there. */
export function createDeviceStorage(open: () => Storage): DeviceStorage {
  const memory = new Map<string, string>()
  return {
    find(name) {
      try {
        return open().getItem(name) ?? memory.get(name)
      } catch {
        return memory.get(name) // storage is forbidden: what this page keeps is all there is
      }
    },
    keep(name, value) {
      try {
        open().setItem(name, value)
        memory.delete(name)
      } catch {
        memory.set(name, value) // forbidden or full: kept until the page closes
      }
    },
    remove(name) {
      memory.delete(name)
      try {
        open().removeItem(name)
      } catch {
        return // nothing can have been kept
      }
    },
  }
}

/** Kept until the tab closes. */
export const tabStorage = createDeviceStorage(() => window.sessionStorage)
/** Kept until somebody clears it. */
export const lastingStorage = createDeviceStorage(() => window.localStorage)

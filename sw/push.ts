// Shows exactly one notification for each push message. A tap on it opens the right screen.

import { Favourites } from '../src/offline/favourites.ts'
import { busyLock } from '../src/offline/messages.ts'
import { type PushedAlert, parseAlert } from './alert.ts'
import { findFiledClub } from './clubs.ts'

declare const self: ServiceWorkerGlobalScope

export async function showPush(event: PushEvent): Promise<void> {
  const notice = parseAlert(readText(event), self.navigator.language)
  // TypeScript does not know renotify: without it, one that takes the place of another comes without a sound
  const options: NotificationOptions & { readonly renotify: true } = {
    body: notice.body,
    tag: notice.tag,
    renotify: true,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    lang: notice.language,
    data: { path: notice.path },
  }
  await self.registration.showNotification(notice.title, options)
  await noteReminder(notice)
}

/** An open viewer does not remind of it again. */
async function noteReminder({ reminder, path }: PushedAlert): Promise<void> {
  if (reminder === undefined) return
  const club = await findFiledClub(new URL(path, self.location.origin))
  const favourites = new Favourites()
  try {
    const { eventId, entryId, startsAt } = reminder
    await favourites.saveReminder({ club, eventId }, entryId, startsAt)
  } catch {
    // a device that saves nothing is perhaps reminded twice
  } finally {
    favourites.close()
  }
}

function readText(event: PushEvent): string {
  try {
    return event.data?.text() ?? ''
  } catch {
    return '' // the bytes are no text: use the general words
  }
}

/**
 * Focuses a window that shows the screen, else sends a viewer there, else opens a new window. A page on which
 * somebody pays, votes or scores is never taken away.
 */
export async function openAlert(event: NotificationEvent): Promise<void> {
  event.notification.close()
  const data: unknown = event.notification.data
  const path =
    typeof data === 'object' && data !== null && 'path' in data && typeof data.path === 'string'
      ? data.path
      : '/portal'
  const target = new URL(path, self.location.origin)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((client) => client.url === target.href)
  if (there !== undefined) {
    await there.focus()
    return
  }
  const club = target.searchParams.get('subdomain')
  const other = windows.find((client) => {
    const { pathname, searchParams } = new URL(client.url)
    return pathname.startsWith('/portal/viewer/') && searchParams.get('subdomain') === club
  })
  if (other !== undefined && !(await isAnyTabBusy())) {
    try {
      await (await other.navigate(target.href))?.focus()
      return
    } catch {
      // this worker does not control it: open a new window
    }
  }
  await self.clients.openWindow(target.href)
}

async function isAnyTabBusy(): Promise<boolean> {
  const { held = [] } = await self.navigator.locks.query()
  return held.some(({ name }) => name === busyLock)
}

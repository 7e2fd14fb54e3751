// A push message becomes exactly one notification, and a tap on it opens the right screen.
import { parseNotice } from './notice.ts'

declare const self: ServiceWorkerGlobalScope

export async function showPush(event: PushEvent): Promise<void> {
  const notice = parseNotice(readText(event), self.navigator.language)
  await self.registration.showNotification(notice.title, {
    body: notice.body,
    tag: notice.tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    lang: notice.language,
    data: { path: notice.path },
  })
}

function readText(event: PushEvent): string {
  try {
    return event.data?.text() ?? ''
  } catch {
    return '' // bytes that are no text: the notice falls back to its general words
  }
}

/** Focuses a window that is open there already, else any of ours by sending it there, else a new one. */
export async function openNotice(event: NotificationEvent): Promise<void> {
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
  const other = windows.find((client) => new URL(client.url).searchParams.get('subdomain') === club)
  if (other !== undefined) {
    try {
      await (await other.navigate(target.href))?.focus()
      return
    } catch {
      // not controlled by this worker: a new window does it
    }
  }
  await self.clients.openWindow(target.href)
}

// The addresses of the portal. Names in braces stand for what is in a product's demo.

export const publicPaths = [
  '/portal',
  '/portal/join',
  '/portal/join/1',
  '/portal/renew',
  '/portal/signin',
  '/portal/events',
  '/portal/events/{event}/register',
  '/portal/events/{event}/vendor',
  '/portal/events/{event}/tickets',
  '/portal/events/{event}/volunteer',
  '/portal/events/{event}/lookup',
  '/portal/event/{event}',
  '/portal/donate',
  '/portal/voterballot/{voter}/{event}',
  '/portal/judging/{event}',
  '/portal/viewer/{event}',
] as const

export const memberPaths = [
  '/portal/member/social',
  '/portal/member/rides',
  '/portal/member/activities/1767225600000/1798761599999',
  '/portal/member/events',
  '/portal/member/events/{event}/register',
  '/portal/member/files',
  '/portal/member/store',
  '/portal/member/store/{product}',
  '/portal/member/store/cart',
  '/portal/member/store/checkout',
  '/portal/member/classifieds',
  '/portal/member/classifieds/{listing}',
  '/portal/member/roster',
  '/portal/member/profile',
  '/portal/member/membership',
  '/portal/member/payments',
  '/portal/member/notifications',
  '/portal/member/password',
  '/portal/member/children',
  '/portal/member/link',
] as const

/** `{event}` and the like, in a path. In the demo, the first of each kind has the number of the first event. */
export function fillPath(path: string, names: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? names.event ?? '1')
}

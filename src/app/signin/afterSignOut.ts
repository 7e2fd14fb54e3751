// Where a sign-out leads back to: the link that is for somebody else.

const linkPath = '/portal/link/'

/** The only ways back: no address can lead anywhere else. The code of a link to the sign-in is in its fragment. */
export type WayBack = '/portal/signin' | `${typeof linkPath}${string}`

export function findWayBack(given: unknown): WayBack | undefined {
  return isWayBack(given) ? given : undefined
}

function isWayBack(given: unknown): given is WayBack {
  return typeof given === 'string' && /^\/portal\/(?:signin|link\/[A-Za-z0-9-]{1,32})$/.test(given)
}

export function toCodeLink(code: string): WayBack {
  return `${linkPath}${code}`
}

export function toTarget(way: WayBack | undefined) {
  if (way === undefined) return { to: '/portal' } as const
  if (way === '/portal/signin') return { to: way, hash: true, replace: true } as const
  return { to: '/portal/link/$code', params: { code: way.slice(linkPath.length) }, replace: true } as const
}

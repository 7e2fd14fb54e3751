// Where "Finished" may send the browser.

/** The part of the platform's URL class that this file needs. */
export type ParseUrl = (
  text: string,
  base: string,
) => { href: string; host: string; origin: string; protocol: string }

const longestRedirect = 2048
/** A scheme without its two slashes: programs read "https:host" in different ways. */
const oddScheme = /^[a-z][a-z0-9+.-]*:(?!\/\/[^/])/i

/**
 * The address to open, or undefined for the default route. Allowed are our own origin and, over https, a host
 * on the club's list (rules/security 7.4). Control characters and backslashes are refused, because browsers
 * drop or change them while parsing.
 */
export function findRedirect(
  value: string | null | undefined,
  origin: string,
  allowedHosts: readonly string[],
  parse: ParseUrl,
): string | undefined {
  if (value === null || value === undefined || value === '' || value.length > longestRedirect)
    return undefined
  for (const character of value) if (character <= ' ' || character === '\\') return undefined
  if (oddScheme.test(value)) return undefined
  let url: ReturnType<ParseUrl>
  try {
    url = parse(value, origin)
  } catch {
    return undefined // not an address: use the default route
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (url.origin === origin) return url.href
  if (url.protocol === 'https:' && allowedHosts.includes(url.host) && url.origin === `https://${url.host}`) {
    return url.href
  }
  return undefined
}

// Where "Finished" may send the browser.

/** What this file needs of the platform's URL class. */
export type ParseUrl = (
  text: string,
  base: string,
) => { href: string; host: string; origin: string; protocol: string }

const longestRedirect = 2048
/** A scheme and its two slashes, or no scheme at all: "https:host" means another thing to every reader. */
const oddScheme = /^[a-z][a-z0-9+.-]*:(?!\/\/[^/])/i

/**
 * The address to go to, or undefined for the default route: our own origin, or a host on the club's list
 * over https (rules/security 7.4). Control characters and backslashes are refused outright, because
 * browsers drop or turn them while parsing.
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
    return undefined // not an address at all: the default route is the answer
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (url.origin === origin) return url.href
  if (url.protocol === 'https:' && allowedHosts.includes(url.host) && url.origin === `https://${url.host}`) {
    return url.href
  }
  return undefined
}

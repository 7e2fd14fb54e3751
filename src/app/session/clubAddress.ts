// Which club the address names, and how links keep naming it.

/** The club's slug in `?subdomain=`; undefined if it is not there. */
export function findClubInSearch(search: string): string | undefined {
  const slug = new URLSearchParams(search).get('subdomain')
  return slug === null || slug === '' ? undefined : slug
}

/** Adds `?subdomain=` to an address of our own if the page's address has it. */
export function toClubAddress(address: string, slug: string | undefined): string {
  if (slug === undefined) return address
  const [beforeHash = '', hash] = address.split('#', 2)
  const [path = '', query = ''] = beforeHash.split('?', 2)
  const params = new URLSearchParams(query)
  params.set('subdomain', slug)
  return `${path}?${params}${hash === undefined ? '' : `#${hash}`}`
}

// DATABASE_URL with several hosts, which the driver does not know.

/** `postgres://user:password@one:5432,two:5432/name` as one address for each host. A single host is one address. */
export function listDatabaseUrls(databaseUrl: string): string[] {
  const [, start = '', hosts = '', end = ''] = /^(\w+:\/\/(?:[^/]*@)?)([^/@?]*)(.*)$/s.exec(databaseUrl) ?? []
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}

// The settings: names that are none of ours, and an address that phones cannot use.
import { listDatabaseUrls } from '../db/drivers/databaseUrls.ts'
import { type Config, ConfigFault, parseConfig, settingNames } from '../process/config.ts'
import { isPublic } from '../process/loopback.ts'
import { type Finding, fault, good, warning } from './finding.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** With what names of settings begin that no other program uses. */
const ownPrefixes = ['STRIPE_', 'SMTP_', 'SMS_', 'SANDBOX_', 'METRICS_', 'TRUSTED_PROX', 'SHOWFIELD_']
/** Other programs have short names that are like our shortest: HOME, SORT, HOSTS. */
const shortNames: readonly string[] = ['HOST', 'PORT']

/** As `parseConfig`. A fault names misspelt settings first, because one of them may be the reason. */
export function readConfig(env: Environment, args: readonly string[] = []): Config {
  try {
    return parseConfig(env, args)
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error
    throw new ConfigFault([...listUnknownTexts(env), ...error.faults])
  }
}

function listUnknownTexts(env: Environment): string[] {
  return listUnknownNames(env).map(
    ({ name, near }) =>
      `${name} is no setting of Showfield and is ignored.${near === undefined ? '' : ` Is ${near} meant?`} docs/server.md lists them.`,
  )
}

export function checkSettings({ config, env }: { config: Config; env: Environment }): Finding[] {
  const findings = listUnknownTexts(env).map(warning)
  const { origin, databaseUrl } = config
  if (databaseUrl !== null && listDatabaseUrls(databaseUrl).some(lacksDatabase)) {
    const text =
      'DATABASE_URL names no database behind its host, so the one with the name of its user is taken.'
    findings.push(warning(`${text} Write postgres://user:password@host/database.`))
  }
  if (isPublic(config) && origin.startsWith('http:')) {
    const text = `ORIGIN ${origin} is public and has no TLS: phones keep no show for the field there, and passwords travel in the open. Put a proxy with a certificate in front, and set ORIGIN to its https address.`
    findings.push(config.cardKeys?.mode === 'live' ? fault(text) : warning(text))
  }
  if (findings.length > 0) return findings
  const given = settingNames.filter((name) => (env[name] ?? '') !== '')
  return [
    good(given.length === 0 ? 'None is set: the defaults count.' : `${given.join(', ')} are understood.`),
  ]
}

function lacksDatabase(url: string): boolean {
  return ['', '/'].includes(new URL(url).pathname)
}

/** Names that are set and that nobody reads, as far as they look like ours. `near`: what may be meant. */
export function listUnknownNames(env: Environment): { name: string; near: string | undefined }[] {
  const known: readonly string[] = settingNames
  return Object.keys(env)
    .filter((name) => (env[name] ?? '') !== '' && !known.includes(name))
    .flatMap((name) => {
      const near = known.find((one) => isNear(name.toUpperCase(), one))
      const isOurs = near !== undefined || ownPrefixes.some((prefix) => name.startsWith(prefix))
      return isOurs ? [{ name, near }] : []
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function isNear(name: string, known: string): boolean {
  const bare = (text: string) => text.replaceAll(/[_-]/g, '')
  if (bare(name) === bare(known)) return true
  if (!shortNames.includes(known)) return countEdits(name, known) <= known.length / 4
  // two letters that have changed places: HOST and SHOT have the same letters, and PROT is no word
  const sort = (text: string) => [...text].sort().join('')
  return sort(name) === sort(known) && countEdits(name, known) === 1
}

/** How many letters must be added, left out or changed, or change places with their neighbour. */
function countEdits(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const at = (cells: readonly number[], place: number) => cells[place] ?? Number.POSITIVE_INFINITY
      let least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1))
      if (i > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, at(before, j - 2) + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[to.length] ?? 0
}

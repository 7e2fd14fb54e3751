// Why the server or a command cannot go on, in one sentence where the reason is outside of the program.
import type { Config } from '../process/config.ts'
import { type Finding, fault } from './finding.ts'

/** Errors whose message is the one sentence to print. From the database's thread only their names arrive. */
const sentences: ReadonlySet<string> = new Set([
  'ConfigFault',
  'DemoFault',
  'FolderInUse',
  'StartFault',
  'TablesNewer',
  'TablesOlder',
])

/** PostgreSQL's codes while it starts, stops or recovers, or has no place for one more. */
const passingCodes: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '53300'])

/** The check of this name has found it. The message is the sentence. */
export class StartFault extends Error {
  override readonly name = 'StartFault'
}

/** Whether it can pass by itself that the database does not answer. */
export function canPass(error: unknown): boolean {
  const { syscall, code, severity, message } = (error ?? {}) as Record<string, unknown>
  if (severity !== undefined) return passingCodes.has(String(code))
  return isOfNetwork(syscall, code) || isCut(message)
}

/** The driver's own words have no code. */
function isCut(message: unknown): boolean {
  return /^(?:Connection terminated|Client has encountered a connection error|timeout expired|Query read timeout)/.test(
    String(message),
  )
}

function isOfNetwork(syscall: unknown, code: unknown): boolean {
  return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'ECONNRESET' || code === 'ETIMEDOUT'
}

/** Of an error that the database or the way to it has given. */
export function toDatabaseSentence(error: unknown, named = 'The database of DATABASE_URL'): string {
  const { message, code } = (error ?? {}) as { message?: string; code?: string }
  const why = (message || code || String(error)).replace(/;.*$/s, '')
  return `${named} cannot be opened: ${why}. ${findAdvice(error)}`
}

/** What else a database refuses does not pass by itself. */
function findAdvice(error: unknown): string {
  const { message, code, severity } = (error ?? {}) as Record<string, unknown>
  const text = String(message)
  if (severity === undefined && /certificate/i.test(text)) {
    return 'Name the certificate of its authority in NODE_EXTRA_CA_CERTS; the host in DATABASE_URL must be the one in the certificate.'
  }
  if (text.includes('does not support SSL')) return 'Leave sslmode out of DATABASE_URL, or switch on its TLS.'
  if (text.includes('no PostgreSQL user name')) {
    return 'DATABASE_URL names no user. Write postgres://user:password@host/database.'
  }
  if (code === '28P01' || /password must be a string|no password/i.test(text)) {
    return 'Look at the user and the password in DATABASE_URL; in these write % as %25, @ as %40, / as %2F, ? as %3F and # as %23.'
  }
  if (code === '28000') return 'The database does not let this user in from here: look at its pg_hba.conf.'
  if (code === '3D000') return 'Look at its name in DATABASE_URL, or make it (docs/server.md, "Installing").'
  if (severity !== undefined && !canPass(error)) return 'The log of the database says more.'
  return 'Look whether it runs, and at the host and the port in DATABASE_URL.'
}

/** Undefined for a fault of the program itself, whose place in the code is wanted. */
export function toStartSentence(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (sentences.has(error.name)) return error.message
  const { severity, code, syscall, path } = error as Error & Record<string, unknown>
  if (severity === 'FATAL' || isOfNetwork(syscall, code) || isCut(error.message))
    return toDatabaseSentence(error)
  if ((code === 'EACCES' || code === 'EPERM') && typeof path === 'string') {
    return `This user may not open ${path} (${code}). Run it as the user who owns DATA_DIR.`
  }
  if (code === 'ENOSPC' || isFullDisk(error)) {
    return 'The disk of DATA_DIR is full. Make room on it, then start again.'
  }
  return undefined
}

/** The embedded database has no code for it, and names it in the words of the system. */
function isFullDisk(error: Error): boolean {
  const { cause } = error
  return noRoom.test(error.message) || (cause instanceof Error && noRoom.test(cause.message))
}

const noRoom = /No space left on device|ENOSPC/

/** Why the server cannot listen; undefined if it is something else. */
export function toListenSentence(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that program, or set PORT to another port.`
    case 'EACCES':
      return `This user may not open port ${port}. Set PORT to another port.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `HOST ${host} is no address of this machine (${code}). Set it to 0.0.0.0 for all of them, or to 127.0.0.1 behind a proxy.`
  }
  return undefined
}

export function toFindings(error: unknown): Finding[] {
  return [fault(toStartSentence(error) ?? String(error instanceof Error ? error.message : error))]
}

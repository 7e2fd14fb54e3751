// The process: reads the environment, starts the server, prints its address, and stops on a signal.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
// before anything else is loaded: this halves the time until the server listens
enableCompileCache(join(root, '.cache', 'compile'))

const { ConfigFault, parseConfig } = await import('./process/config.ts')
const { createLog } = await import('./process/log.ts')
const { startServer } = await import('./start.ts')
const { createGreeting } = await import('./startBanner.ts')

/** Errors whose message is the one sentence to print. From the database's thread only their names arrive. */
const sentences: ReadonlySet<string> = new Set(['FolderInUse', 'DemoFault'])

/** PostgreSQL's code while it starts, stops or recovers. */
const startingUp = '57P03'

/** One sentence if that is enough, otherwise the whole error. */
function toSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigFault || sentences.has(error.name)) return error.message
  const { code, port, syscall, severity } = error as Error & Record<string, unknown>
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program. Stop that program, or set PORT to another port.`
  }
  if (code === 'EACCES' && port !== undefined)
    return `This user may not open port ${port}. Set PORT to another port.`
  if (syscall === 'connect' || syscall === 'getaddrinfo' || severity === 'FATAL') {
    // what else a database refuses, such as a wrong password, does not pass by itself
    const canPass = severity !== 'FATAL' || code === startingUp
    const advice = canPass ? ' Start the server again when the database answers.' : ''
    return `The database of DATABASE_URL cannot be opened: ${error.message || String(code)}.${advice}`
  }
  return error.stack ?? error.message
}

function end(error: unknown): never {
  console.error(toSentence(error))
  process.exit(1)
}

try {
  const config = parseConfig(process.env, process.argv.slice(2))
  const log = createLog()
  const print = (text: string): void => {
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  }
  const server = await startServer({ config, root, log, print, onCrash: end })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // only once: a second signal ends the process at once
    process.once(signal, () => {
      server.stop().then(() => process.exit(0), end)
    })
  }
  await server.ready
  print(await createGreeting(server.config))
} catch (error) {
  end(error)
}

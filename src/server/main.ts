// The process: reads the environment, starts the server, prints its address, and stops on a signal.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
// before anything else is loaded: this halves the time until the server listens
enableCompileCache(join(root, '.cache', 'compile'))

let stop = async (): Promise<void> => undefined
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  // From the first moment on, because no signal ends the first process of a container unless it listens. And only once: a
  // second signal ends the process at once.
  process.once(signal, () => {
    stop().then(() => process.exit(0), end)
  })
}

const { checkAfterStart, checkBeforeStart } = await import('./checks/atStart.ts')
const { requestFindings } = await import('./checks/requestFindings.ts')
const { toStartSentence } = await import('./checks/startFaults.ts')
const { readConfig } = await import('./checks/settings.ts')
const { createLog } = await import('./process/log.ts')
const { startServer } = await import('./start.ts')
const { createGreeting } = await import('./startBanner.ts')

/** One sentence if that is enough, otherwise the whole error. */
function toSentence(error: unknown): string {
  const sentence = toStartSentence(error)
  if (sentence !== undefined) return sentence
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function end(error: unknown): never {
  console.error(toSentence(error))
  process.exit(1)
}

try {
  const config = readConfig(process.env, process.argv.slice(2))
  const log = createLog()
  const print = (text: string): void => {
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  }
  const say = (text: string): void => console.error(text)
  await checkBeforeStart({ config, env: process.env, say })
  const server = await startServer({ config, root, log, print, onCrash: end })
  stop = server.stop
  await server.ready
  print(await createGreeting(server.config))
  await checkAfterStart({
    ...{ config: server.config, env: process.env, say },
    checkOpenData: async (name) => (await requestFindings(server.runClubCommand, name))?.[name] ?? [],
  })
} catch (error) {
  end(error)
}

// The command line for club officers: sends the command to the running server, or opens the data itself.
import { randomUUID } from 'node:crypto'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'

// before anything else is loaded: this takes a third from the time of a short command
enableCompileCache(join(import.meta.dirname, '..', '..', '.cache', 'compile'))

const { checkDatabase } = await import('./checks/database.ts')
const { StartFault, toStartSentence } = await import('./checks/startFaults.ts')
const { readConfig } = await import('./checks/settings.ts')
const { openDatabase } = await import('./db/open.ts')
const { lookBeforeData, runClubCommand } = await import('./assembly/commands.ts')
const { ClubSocketFault, sendClubCommand } = await import('./officers/clubSocket.ts')
const { NoData } = await import('./officers/command.ts')
const { toHelp } = await import('./assembly/help.ts')
const { refuseOtherTables } = await import('./db/migrate.ts')
const { findDeclared, toWholePaths } = await import('./assembly/parse.ts')
const { createPrinter } = await import('./officers/terminal.ts')
const { isNoPath } = await import('./objects/place.ts')
const { isFile } = await import('./objects/atomicFile.ts')

const complain = createPrinter(process.stderr)

async function run(args: readonly string[], print: (text: string) => void): Promise<number> {
  if (args.length === 0 || args.includes('--help')) {
    print(toHelp(args))
    return args.length === 0 ? 2 : 0
  }
  const config = readConfig(process.env)
  if (config.databaseUrl === null) {
    const code = await sendClubCommand(config.dataDir, args, print, leaveToServer)
    if (code !== undefined) return code
  }
  const { takes, makesData, worksOnTables } = findDeclared(args)
  const place = config.databaseUrl === null ? `${config.dataDir} (DATA_DIR)` : 'the database of DATABASE_URL'
  const isMissing =
    config.databaseUrl === null && !(await isFile(join(config.dataDir, 'db', 'PG_VERSION'))) && !makesData
  if (makesData) {
    const refused = await lookBeforeData(config, args, print)
    if (refused !== 0) return refused
  }
  if (takes === 'no-data' || isMissing) return runWithoutData(place, args, print)
  const database = await openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
    migrate: makesData ? 'empty' : false,
  }).catch(async (error: unknown) => {
    const found = await checkDatabase({ config, waitMs: 0, onWait: () => undefined })
    const fault = found.find(({ level }) => level === 'fault')
    throw fault === undefined ? error : new StartFault(fault.text)
  })
  try {
    const tables = await database.readTablesState()
    refuseOtherTables(tables, worksOnTables)
    if (tables.version === null && worksOnTables !== 'any') return await runWithoutData(place, args, print)
    return await runClubCommand({ config, database, now: Date.now, newId: randomUUID }, args, print)
  } finally {
    await database.close()
  }
}

async function runWithoutData(
  place: string,
  args: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  try {
    return await runClubCommand(null, args, print)
  } catch (error) {
    if (!(error instanceof NoData)) throw error
    const makers = 'npm start, or the commands import and restore, make it.'
    complain(`There is no Showfield data in ${place}. ${makers}\n`)
    return 1
  }
}

/** Ctrl-C ends the terminal's side alone. */
function leaveToServer(): void {
  process.once('SIGINT', () => {
    complain(
      '\nThe server has the command and goes on with it. What became of it is in the list of the command ' +
        '(npm run club -- clubs, after an import). Given again, an import does only what is not done yet.\n',
    )
    process.exit(130)
  })
}

function toText(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error)
  if (error instanceof ClubSocketFault) return error.message
  const { code, path, address } = error as NodeJS.ErrnoException & { address?: string }
  // of the server's socket
  const named = path ?? address
  if ((code === 'EACCES' || code === 'EPERM') && named !== undefined) {
    return `This user may not open ${named} (${code}). Give the command as the user who runs the server.`
  }
  const sentence = toStartSentence(error)
  if (sentence !== undefined) return sentence
  return inspect(error)
}

try {
  const args = toWholePaths(process.argv.slice(2), (path) => (isNoPath(path) ? path : resolve(path)))
  process.exitCode = await run(args, createPrinter(process.stdout))
} catch (error) {
  complain(`${toText(error)}\n`)
  process.exitCode = 1
}

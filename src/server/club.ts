// The command line for club officers: sends the command to the running server, or opens the data itself.
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { ConfigFault, parseConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { runClubCommand, toWholePaths } from './officers/clubCommands.ts'
import { sendClubCommand } from './officers/clubSocket.ts'
import { toHelp } from './officers/help.ts'
import { createPrinter } from './officers/terminal.ts'

async function run(args: readonly string[], print: (text: string) => void): Promise<number> {
  if (args.length === 0 || args.includes('--help')) {
    print(toHelp(args))
    return args.length === 0 ? 2 : 0
  }
  const config = parseConfig(process.env, [])
  if (config.databaseUrl === null) {
    const code = await sendClubCommand(config.dataDir, args, print)
    if (code !== undefined) return code
  }
  const database = await openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
  })
  try {
    return await runClubCommand({ config, database, now: Date.now, newId: randomUUID }, args, print)
  } finally {
    await database.close()
  }
}

const complain = createPrinter(process.stderr)

try {
  const args = toWholePaths(process.argv.slice(2), resolve)
  process.exitCode = await run(args, createPrinter(process.stdout))
} catch (error) {
  const isPlain = error instanceof ConfigFault || (error instanceof Error && error.name === 'FolderInUse')
  complain(`${isPlain ? error.message : inspect(error)}\n`)
  process.exitCode = 1
}

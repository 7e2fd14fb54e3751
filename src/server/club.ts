// The command line for club officers: hands its command to the running server, or opens the data itself.
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { ConfigFault, parseConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { clubHelp, findProgress, runClubCommand, toWholePaths } from './officers/clubCommands.ts'
import { sendClubCommand } from './officers/clubSocket.ts'

const barWidth = 30

/** A bar that is drawn over itself on a terminal; elsewhere a line at each quarter. */
function createPrinter(): (text: string) => void {
  const isTerminal = process.stdout.isTTY === true
  let isBarDrawn = false
  let quarter = ''
  return (text) => {
    const progress = findProgress(text)
    if (progress === undefined) {
      if (isBarDrawn) process.stdout.write('\r\u001b[K')
      isBarDrawn = false
      process.stdout.write(text)
      return
    }
    const { percent, label } = progress
    if (isTerminal) {
      const full = Math.round((percent / 100) * barWidth)
      const bar = '█'.repeat(full) + '░'.repeat(barWidth - full)
      process.stdout.write(`\r\u001b[K${label.padEnd(10)} ${bar} ${percent} %`)
      isBarDrawn = true
      return
    }
    const line = `${label} ${Math.floor(percent / 25) * 25} %\n`
    if (line !== quarter) process.stdout.write(line)
    quarter = line
  }
}

async function run(args: readonly string[], print: (text: string) => void): Promise<number> {
  if (args.length === 0 || args.includes('--help')) {
    print(clubHelp)
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

try {
  process.exitCode = await run(toWholePaths(process.argv.slice(2), resolve), createPrinter())
} catch (error) {
  const isPlain = error instanceof ConfigFault || (error instanceof Error && error.name === 'FolderInUse')
  console.error(isPlain ? error.message : error)
  process.exitCode = 1
}

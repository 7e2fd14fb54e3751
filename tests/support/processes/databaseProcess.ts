// A process with the database open, for tests that need two processes or must kill one. Arguments: what to do
// (`open`, `hold`, `write` or `fill`) and the options of `openDatabase` as JSON.
import { type ChildProcess, spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { type Database, type OpenOptions, openDatabase } from '../../../src/server/db/open.ts'

export type Task = 'open' | 'hold' | 'write' | 'fill'

export interface DatabaseProcess {
  readonly child: ChildProcess
  /** All lines that it printed so far: `open` or `refused: …`, then the acknowledged rows. */
  readonly lines: string[]
  /** Resolves with the first line that matches. Rejects if the process ends without one. */
  findLine(matches: (line: string) => boolean): Promise<string>
  /** Its error output so far. */
  readErrors(): string
  /** Resolves when it has ended. */
  readonly gone: Promise<void>
}

/** `maxFileKb`: the kernel lets no file grow beyond this, like a full disk. */
export function startDatabaseProcess(task: Task, options: OpenOptions, maxFileKb?: number): DatabaseProcess {
  const command = [process.execPath, import.meta.filename, task, JSON.stringify(options)]
  // In blocks of 512 bytes.
  const limited = ['sh', '-c', `ulimit -f ${(maxFileKb ?? 0) * 2} && exec "$0" "$@"`, ...command]
  const [program = '', ...args] = maxFileKb === undefined ? command : limited
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const lines: string[] = []
  const listeners = new Set<() => void>()
  let isGone = false
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    tell()
  })
  const gone = new Promise<void>((resolve) => {
    child.on('close', () => {
      isGone = true
      tell()
      resolve()
    })
  })
  const findLine = (matches: (line: string) => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const searchLines = (): void => {
        const found = lines.find(matches)
        if (found !== undefined) resolve(found)
        else if (isGone) reject(new Error(`The process ended after: ${lines.join('; ')} ${errors}`))
        else return
        listeners.delete(searchLines)
      }
      listeners.add(searchLines)
      searchLines()
    })
  return { child, lines, findLine, gone, readErrors: () => errors }
}

/** The table that `write` fills. Any process may have made it before. */
export async function createNoteTable(database: Database): Promise<void> {
  await database.withoutClub(async (tx) => {
    await sql`create table if not exists note (writer int, number int, primary key (writer, number))`.execute(
      tx,
    )
    await sql`grant select, insert on note to sf_app`.execute(tx)
  })
}

const writers = 4

async function write(database: Database): Promise<void> {
  const start = await database.inTenant(1, async (tx) => {
    const { rows } = await sql<{ last: number | null }>`select max(number) as last from note`.execute(tx)
    return (rows[0]?.last ?? 0) + 1
  })
  const writeOn = async (writer: number): Promise<void> => {
    for (let number = start; ; number++) {
      await database.inTenant(1, (tx) => sql`insert into note values (${writer}, ${number})`.execute(tx))
      print(`${writer} ${number}`)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => writeOn(writer)))
}

/** Writes about a megabyte at a time, without end. */
async function fill(database: Database): Promise<void> {
  for (let number = 1; ; number++) {
    await database.inTenant(1, (tx) =>
      sql`insert into note select ${-number}::int, n from generate_series(1, 10000) n`.execute(tx),
    )
    print(`filled ${number}`)
  }
}

/** Writes directly to the descriptor, so that the line is out even if the process is killed next. */
function print(line: string): void {
  writeSync(1, `${line}\n`)
}

async function main(task: string | undefined, options: OpenOptions): Promise<void> {
  let database: Database
  try {
    database = await openDatabase(options)
  } catch (error) {
    print(`refused: ${error instanceof Error ? error.message : String(error)}`)
    return
  }
  print('open')
  if (task === 'open') await database.close()
  else if (task === 'write') await write(database)
  else if (task === 'fill') await fill(database)
  else setInterval(() => undefined, 60_000)
}

if (import.meta.main) await main(process.argv[2], JSON.parse(process.argv[3] ?? '{}'))

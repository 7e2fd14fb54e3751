// The socket in the data folder. The officers' command line uses it to reach the server with the database.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../process/engine.ts'

/** On Linux and macOS a socket's path cannot be longer. */
const longestPath = 100

type Word = { kind: 'printed'; text: string } | { kind: 'ended'; code: number }

/** Why the server cannot be asked, or has not answered, in sentences for the officer. */
export class ClubSocketFault extends Error {
  override readonly name = 'ClubSocketFault'
}

const serverStopped =
  'The server stopped before the command was done. What it had done is not known: when the server runs again, ' +
  'look at the list of the command before you give it a second time.'

export interface ClubSocket {
  close(): Promise<void>
}

/** Everybody who may open the data folder may give commands. The socket's mode is 0600. */
export async function serveClubCommands(
  engine: Pick<Engine, 'runClubCommand'>,
  dataDir: string,
): Promise<ClubSocket> {
  const path = toSocketPath(dataDir)
  // we have the folder's lock, so an old socket belongs to a process that was killed
  await rm(path, { force: true })
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // when an officer closes the terminal, the command goes on without a reader
    socket.on('error', () => socket.destroy())
    answer(engine, socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    const mask = process.umask(0o177)
    server.listen(path, resolve)
    process.umask(mask)
  })
  return {
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * The command's exit code; undefined when no server is running on this folder. `onTaken` is called when the
 * server gets the command: from then on it does it to its end, with or without this process.
 */
export function sendClubCommand(
  dataDir: string,
  args: readonly string[],
  print: (text: string) => void,
  onTaken: () => void = () => undefined,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(toSocketPath(dataDir))
    let isConnected = false
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isAbsent = !isConnected && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')
      if (isAbsent) resolve(undefined)
      else if (isConnected) reject(new ClubSocketFault(serverStopped))
      else reject(error)
    })
    socket.on('connect', () => {
      isConnected = true
      // before the words are on their way: the server may begin at once
      onTaken()
      socket.write(`${JSON.stringify(args)}\n`)
    })
    readLines(socket, (line) => {
      const word = JSON.parse(line) as Word
      if (word.kind === 'printed') return print(word.text)
      resolve(word.code)
      socket.end()
    })
    socket.on('close', () => reject(new ClubSocketFault(serverStopped)))
  })
}

function answer(engine: Pick<Engine, 'runClubCommand'>, socket: Socket): void {
  const say = (word: Word): void => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(word)}\n`)
  }
  readLines(socket, async (line) => {
    try {
      const code = await engine.runClubCommand(toArgs(line), (text) => say({ kind: 'printed', text }))
      say({ kind: 'ended', code })
    } catch (error) {
      say({ kind: 'printed', text: `${error instanceof Error ? error.message : String(error)}\n` })
      say({ kind: 'ended', code: 1 })
    }
  })
}

function readLines(socket: Socket, take: (line: string) => void): void {
  let rest = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
}

function toArgs(line: string): string[] {
  const args: unknown = JSON.parse(line)
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string')) {
    throw new Error('not a command')
  }
  return args
}

function toSocketPath(dataDir: string): string {
  const path = join(dataDir, 'club.sock')
  if (Buffer.byteLength(path) <= longestPath) return path
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `showfield-${name}.sock`)
}

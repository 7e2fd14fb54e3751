import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ClubSocket,
  sendClubCommand,
  serveClubCommands,
} from '../../../src/server/officers/clubSocket.ts'

describe("the officers' socket", () => {
  let dataDir: string
  const open: ClubSocket[] = []
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'showfield-socket-'))
  })
  afterEach(async () => {
    for (const socket of open.splice(0)) await socket.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function serve(folder = dataDir): Promise<void> {
    const engine = {
      async runClubCommand(args: readonly string[], print: (text: string) => void): Promise<number> {
        if (args[0] === 'break') throw new Error('It broke.')
        for (const arg of args) print(`"${arg}"\n`)
        return args.length
      },
    }
    open.push(await serveClubCommands(engine, folder))
  }

  function send(args: string[], folder = dataDir): Promise<{ code: number | undefined; text: string }> {
    let text = ''
    return sendClubCommand(folder, args, (part) => {
      text += part
    }).then((code) => ({ code, text }))
  }

  it('carries a command there, and its words and its end back', async () => {
    await serve()
    expect(await send(['import', '/a b/ü "q".json'])).toEqual({
      code: 2,
      text: '"import"\n"/a b/ü "q".json"\n',
    })
    expect(await send(['break'])).toEqual({ code: 1, text: 'It broke.\n' })
  })

  it('is where the program that officers call hands its command to, with paths from where it was called', async () => {
    await serve()
    const program = join(import.meta.dirname, '..', '..', '..', 'src/server/club.ts')
    const { error, text } = await new Promise<{ error: unknown; text: string }>((resolve) => {
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
      execFile(process.execPath, [program, 'import', 'club.json'], { cwd: dataDir, env }, (error, text) =>
        resolve({ error, text }),
      )
    })
    expect(text).toBe(`"import"\n"${join(dataDir, 'club.json')}"\n`)
    expect(error).toMatchObject({ code: 2 })
  })

  /** `npm run club -- ARGS`, by another user than the folder's owner where that can be. */
  function start(args: string[], isStranger = false): { child: ChildProcess; ended: Promise<unknown> } {
    const program = join(import.meta.dirname, '..', '..', '..', 'src/server/club.ts')
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    const uid = isStranger && process.getuid?.() === 0 ? { uid: 65534 } : {}
    const child = spawn(process.execPath, [program, ...args], { cwd: tmpdir(), env, ...uid })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, output }))) }
  }

  /** Takes every command and never ends it. */
  async function serveForever(): Promise<{ socket: ClubSocket; taken: Promise<void> }> {
    const { promise: taken, resolve } = Promise.withResolvers<void>()
    const runClubCommand = (): Promise<number> => {
      resolve()
      return new Promise(() => undefined)
    }
    const socket = await serveClubCommands({ runClubCommand }, dataDir)
    open.push(socket)
    return { socket, taken }
  }

  it('leaves the command to the server when the officer stops waiting, and says so', async () => {
    const { taken } = await serveForever()
    const { child, ended } = start(['import', 'club.json'])
    await taken
    child.kill('SIGINT')
    expect(await ended).toEqual({
      code: 130,
      output: expect.stringContaining('The server has the command and goes on with it.'),
    })
  })

  it('tells in words that the server stopped before the end', async () => {
    const { socket, taken } = await serveForever()
    const { ended } = start(['voters', '1', '--create', '5'])
    await taken
    await socket.close()
    expect(await ended).toEqual({
      code: 1,
      output:
        'The server stopped before the command was done. What it had done is not known: when the server runs again, look at the list of the command before you give it a second time.\n',
    })
  })

  it('tells a stranger in words that the folder is not theirs', async () => {
    await serve()
    await chmod(dataDir, 0)
    const { ended } = start(['clubs'], true)
    const said = await ended
    await chmod(dataDir, 0o700)
    expect(said).toEqual({
      code: 1,
      output: `This user may not open ${join(dataDir, 'club.sock')} (EACCES). Give the command as the user who runs the server.\n`,
    })
  })

  it('says that nobody serves this folder', async () => {
    expect(await send(['clubs'])).toEqual({ code: undefined, text: '' })
    await writeFile(join(dataDir, 'club.sock'), '')
    expect((await send(['clubs'])).code).toBeUndefined()
  })

  it('is for the owner of the folder alone', async () => {
    await serve()
    expect(((await stat(join(dataDir, 'club.sock'))).mode & 0o777).toString(8)).toBe('600')
  })

  it('takes the place of one that a killed server left behind', async () => {
    await writeFile(join(dataDir, 'club.sock'), '')
    await serve()
    expect((await send(['x'])).code).toBe(1)
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const long = join(dataDir, 'x'.repeat(90))
    await mkdir(long)
    await serve(long)
    expect((await send(['x'], long)).code).toBe(1)
  })

  it('goes on after nonsense and after one who went away', async () => {
    await serve()
    for (const line of ['not json\n', '{}\n', '[1]\n', '']) {
      await new Promise<void>((resolve) => {
        const socket = connect(join(dataDir, 'club.sock'), () => {
          socket.end(line)
          socket.destroy()
        })
        socket.on('close', () => resolve())
      })
    }
    expect((await send(['x'])).code).toBe(1)
  })
})

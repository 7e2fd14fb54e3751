// Runs a program of the server as people do, with the settings that a test gives and no others.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { compileCache } from './compileCache.ts'

const root = join(import.meta.dirname, '..', '..', '..')

export interface Ended {
  readonly code: number | null
  readonly output: string
}

/** @param uid Another user of the machine, where this one may choose. */
export function runProgram(
  script: 'src/server/club.ts' | 'src/server/doctor.ts' | 'src/server/main.ts',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { uid, cwd = root }: { uid?: number; cwd?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

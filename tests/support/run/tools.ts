// Runs the project's tools under the same Node as this process, even if the machine has others.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

function start(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  stdio: 'inherit' | 'pipe',
) {
  return spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio,
  })
}

/** The tool's exit code. Its output goes where ours goes. */
export function runInherited(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve) => {
    start(script, args, env, 'inherit').on('close', (code) => resolve(code ?? 1))
  })
}

/** The tool's exit code and all its output. */
export function runTool(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = start(script, args, env, 'pipe')
    let output = ''
    child.stdout?.on('data', (data) => {
      output += data
    })
    child.stderr?.on('data', (data) => {
      output += data
    })
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

// A file that a script has made, in the form that `npm run check` asks for.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { execPath } from 'node:process'

const root = join(import.meta.dirname, '..', '..', '..')

export function toFormatted(path: string, source: string): string {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const { status, stdout, stderr } = spawnSync(
    execPath,
    [biome, 'check', '--write', `--stdin-file-path=${path}`],
    { cwd: root, input: source, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return stdout
}

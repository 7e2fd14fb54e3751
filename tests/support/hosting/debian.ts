// Programs of Debian's packages, for proofs: installed, or only unpacked into a folder.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const

/** @param packages By program. Why they are not there, in words for a skipped test; undefined if they are. */
export function installPrograms(packages: Readonly<Record<string, string>>): string | undefined {
  const listMissing = () =>
    Object.keys(packages).filter((program) => spawnSync(program, ['--version'], options).error !== undefined)
  const missing = listMissing()
  if (missing.length === 0) return undefined
  const names = missing.map((program) => packages[program] ?? program)
  if (process.getuid?.() === 0) {
    const install = ['install', '-y', '--no-install-recommends', ...names]
    if (spawnSync('apt-get', install, options).status !== 0) {
      spawnSync('apt-get', ['update'], options)
      spawnSync('apt-get', install, options)
    }
  }
  const still = listMissing()
  return still.length === 0 ? undefined : `${still.join(' and ')} could not be found or installed`
}

/** The address that this machine has Debian's packages from. */
export function findMirror(): string {
  const addresses = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { encoding: 'utf8' })
  const own = addresses.stdout?.split('\n').find((address) => /\/debian\/?$/.test(address))
  return own ?? 'http://deb.debian.org/debian'
}

/**
 * The program's path: of the machine, or from its package, unpacked below `folder`. So no service is installed that
 * would begin to listen on the machine. Undefined if there is none.
 */
export function findProgram(
  program: string,
  packages: readonly string[],
  folder: string,
): string | undefined {
  const places = ['/usr/sbin', '/usr/bin', '/usr/local/bin']
  const find = (root: string) =>
    places
      .map((place) => join(root, place, program))
      .find((path) => spawnSync(path, ['-v'], options).error === undefined)
  const own = find('/')
  if (own !== undefined) return own
  const place = mkdtempSync(join(folder, `${program}-`))
  const download = () =>
    spawnSync('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', ...packages], {
      ...options,
      cwd: place,
    }).status
  if (download() !== 0) {
    spawnSync('apt-get', ['update'], options)
    if (download() !== 0) return undefined
  }
  for (const name of readdirSync(place).filter((each) => each.endsWith('.deb'))) {
    execFileSync('dpkg-deb', ['--extract', name, '.'], { cwd: place })
  }
  return find(place)
}

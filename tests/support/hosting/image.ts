// The image of Containerfile, built with buildah on a root of Debian's packages, in a folder of its own. No registry of
// images is asked.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findMirror } from './debian.ts'

const run = promisify(execFile)
const project = join(import.meta.dirname, '..', '..', '..')

/** What the image says of itself. */
export interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly WorkingDir: string
  readonly StopSignal: string
  readonly Volumes: Readonly<Record<string, object>>
  readonly Healthcheck: { readonly Test: readonly string[] }
}

export interface Image {
  readonly config: ImageConfig
  /** Its files, mounted here. */
  readonly root: string
  /** What a build says that is refused. */
  buildWithout(...args: readonly string[]): Promise<string>
  dispose(): Promise<void>
}

/** The release that Containerfile names. */
const release = 'trixie'
const base = 'localhost/base'
/** The authorities that this machine trusts, which the packages may come through. */
const authorities = '/etc/ssl/certs/ca-certificates.crt'

export async function buildImage(commit: string): Promise<Image> {
  const folder = mkdtempSync(join(tmpdir(), 'showfield-image-'))
  const buildah = async (...args: readonly string[]): Promise<string> => {
    const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
    const { stdout } = await run('buildah', [...store, ...args], { maxBuffer: 2 ** 28, cwd: project })
    return stdout.trim()
  }
  const build = (...args: readonly string[]) =>
    buildah(
      ...[
        'build',
        '--pull-never',
        '--isolation',
        'chroot',
        '--format',
        'docker',
        '--build-arg',
        `BASE=${base}`,
      ],
      // as npm is used on this machine
      ...['.npmrc', '.npm'].flatMap((name) => {
        const path = join(homedir(), name)
        return existsSync(path) ? ['--volume', `${path}:/root/${name}`] : []
      }),
      ...[...args, '.'],
    )
  const dispose = async (): Promise<void> => {
    await buildah('umount', '--all').catch(() => undefined)
    await buildah('rm', '--all').catch(() => undefined)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  try {
    const archive = join(folder, 'base.tar')
    const trust = `--customize-hook=cp ${authorities} "$1${authorities}"`
    const packages = '--include=ca-certificates'
    // as the images of Debian are made: nothing of this survives a crash anyway
    const quick = '--customize-hook=echo force-unsafe-io > "$1/etc/dpkg/dpkg.cfg.d/quick"'
    await run('mmdebstrap', ['--variant=minbase', packages, trust, quick, release, archive, findMirror()], {
      maxBuffer: 2 ** 28,
    })
    const empty = await buildah('from', 'scratch')
    await buildah('add', empty, archive, '/')
    await buildah('commit', '--quiet', '--rm', empty, base)
    rmSync(archive)
    await build('--build-arg', `COMMIT=${commit}`, '--tag', 'localhost/showfield')
    const container = await buildah('from', '--pull-never', 'localhost/showfield')
    const inspected = await buildah('inspect', '--type', 'image', 'localhost/showfield')
    const { config } = (JSON.parse(inspected) as { Docker: { config: ImageConfig } }).Docker
    return {
      config,
      root: await buildah('mount', container),
      buildWithout: (...args) =>
        build(...args).then(
          () => 'It was built.',
          ({ stderr }: { stderr: string }) => stderr,
        ),
      dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}

// A real storage that speaks S3, for proofs: Ceph's gateway with one small store, in a temporary folder, on the loopback
// alone. Or another one, by its address: PROOF_STORAGE as STORAGE_URL has it, with AWS_ACCESS_KEY_ID and
// AWS_SECRET_ACCESS_KEY beside it.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { findFreePort } from '../processes/freePort.ts'

const run = promisify(execFile)

export interface Gateway {
  /** As STORAGE_URL has it. */
  readonly url: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  stop(): Promise<void>
}

const packages = ['ceph-mon', 'ceph-mgr', 'ceph-osd', 'ceph-common', 'radosgw']
const startDeadlineMs = 120_000
const bucket = 'proof'
// others want it said again when a bucket is made
const region = 'us-east-1'

export async function startGateway(): Promise<Gateway> {
  const { PROOF_STORAGE, AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env
  if (PROOF_STORAGE !== undefined) {
    const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY }
    return { url: PROOF_STORAGE, ...credentials, stop: async () => undefined }
  }
  installCeph()
  const folder = mkdtempSync(join(tmpdir(), 'showfield-gateway-'))
  const [port, monitor] = [await findFreePort(), await findFreePort()]
  const stop = async (): Promise<void> => {
    await endDaemons(join(folder, 'run'))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  const credentials = { accessKeyId: 'PROOFKEY', secretAccessKey: randomUUID() }
  try {
    await startDaemons(folder, { port, monitor })
    const endpoint = `http://127.0.0.1:${port}`
    await waitFor(endpoint)
    const { accessKeyId, secretAccessKey } = credentials
    await run('radosgw-admin', [
      ...['-c', join(folder, 'ceph.conf'), '-n', 'client.rgw', 'user', 'create', '--uid=proof'],
      ...['--display-name=proof', `--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`],
    ])
    const client = new S3Client({ endpoint, credentials, region, forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    client.destroy()
    return { url: `s3://${bucket}?endpoint=${endpoint}&region=${region}`, ...credentials, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function installCeph(): void {
  if (spawnSync('radosgw', ['--version']).status === 0) return
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  if (spawnSync('apt-get', install, options).status === 0) return
  spawnSync('apt-get', ['update'], options)
  execFileSync('apt-get', install, options)
}

/** A monitor, a manager, one store in a file that takes room only as it fills, and the gateway. */
async function startDaemons(
  folder: string,
  { port, monitor }: { port: number; monitor: number },
): Promise<void> {
  const fsid = randomUUID()
  for (const name of ['mon', 'mgr', 'osd', 'run', 'log']) mkdirSync(join(folder, name))
  const config = join(folder, 'ceph.conf')
  writeFileSync(config, toConfig(folder, { fsid, port, monitor }))
  const map = join(folder, 'monmap')
  const store = randomUUID()
  const own = ['-c', config]
  await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `v1:127.0.0.1:${monitor}`, map])
  await run('ceph-mon', [...own, '--mkfs', '-i', 'a', '--monmap', map])
  await run('ceph-mon', [...own, '-i', 'a'])
  await run('ceph-mgr', [...own, '-i', 'x'])
  const { stdout } = await run('ceph', [...own, 'osd', 'new', store])
  const id = stdout.trim()
  await run('ceph-osd', [...own, '-i', id, '--mkfs', '--osd-uuid', store])
  await run('ceph-osd', [...own, '-i', id])
  await run('radosgw', [...own, '-n', 'client.rgw'])
}

function toConfig(
  folder: string,
  { fsid, port, monitor }: { fsid: string; port: number; monitor: number },
): string {
  return `[global]
fsid = ${fsid}
mon_host = v1:127.0.0.1:${monitor}
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_bind_msgr2 = false
public_network = 127.0.0.0/8
cluster_network = 127.0.0.0/8
run_dir = ${folder}/run
log_file = ${folder}/log/$name.log
pid_file = ${folder}/run/$name.pid
admin_socket = ${folder}/run/$cluster-$name.$pid.asok
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
osd_crush_chooseleaf_type = 0
osd_class_update_on_start = false
osd_objectstore = bluestore
bluestore_block_size = ${3 * 2 ** 30}
osd_memory_target = 939524096
[mon.a]
mon_data = ${folder}/mon
[mgr.x]
mgr_data = ${folder}/mgr
[osd.0]
osd_data = ${folder}/osd
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
`
}

async function waitFor(address: string): Promise<void> {
  const deadline = Date.now() + startDeadlineMs
  for (;;) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error(`the gateway does not answer at ${address}`)
    await pause(200)
  }
}

/** The store does not always end by itself. */
async function endDaemons(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const ids = readdirSync(folder)
    .filter((name) => name.endsWith('.pid'))
    .map((name) => Number(readFileSync(join(folder, name), 'utf8')))
    .filter((id) => id > 1)
  const end = (signal: 'SIGTERM' | 'SIGKILL' | 0): number[] =>
    ids.filter((id) => {
      try {
        return process.kill(id, signal)
      } catch {
        return false
      }
    })
  end('SIGTERM')
  for (let waited = 0; end(0).length > 0 && waited < 5000; waited += 100) await pause(100)
  end('SIGKILL')
}

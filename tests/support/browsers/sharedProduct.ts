// The product that the journeys of a run share. The demo's clubs are in it many times: each worker has its own.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { copyClub, toCopiedId } from '../clubs/copiedClubs.ts'
import { findCachedFolder } from '../run/cachedFolder.ts'
import {
  type Demo,
  demoContent,
  findDemoFolder,
  type Product,
  sendToServer,
  startProduct,
} from './product.ts'

/** More than workers begin in a run, also when some tests fail: each failure begins a worker. */
const copies = 30
const firstAreaCode = 600
const variable = 'SHARED_PRODUCT'

/** Tells the workers that begin after it. Its limits count the addresses that tests forward. */
export async function startSharedProduct(): Promise<Product> {
  const product = await startProduct({ from: await findFolder(), env: { TRUSTED_PROXY: '127.0.0.1' } })
  const { origin, port, dataDir } = product
  process.env[variable] = JSON.stringify({ origin, port, dataDir, pid: product.pid() })
  return product
}

/** With a copy of the demo's clubs that nobody else has. It cannot be stopped. */
export async function joinSharedProduct(): Promise<Product> {
  const { pid, ...shared } = JSON.parse(process.env[variable] ?? '{}')
  const demos: Demo[] = JSON.parse(await readFile(join(shared.dataDir, 'demos.json'), 'utf8'))
  const demo = demos[await takePlace(join(shared.dataDir, 'taken'))]
  if (demo === undefined) throw new Error('too many workers began: all copies of the demo are taken')
  const refuse = () => Promise.reject(new Error('other journeys use this server too: start an ownProduct'))
  return {
    ...shared,
    databaseUrl: undefined,
    demo,
    pid: () => pid,
    output: () => '',
    club: async (...args) =>
      (await sendToServer(shared.dataDir, args)) ?? { code: 1, output: 'the server has ended' },
    ...{ stop: refuse, kill: refuse, start: refuse, dispose: refuse },
  }
}

/** The first number that is free, in the folder where each that is taken is a folder. */
async function takePlace(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  for (let place = 0; ; place += 1) {
    const isFree = await mkdir(join(folder, String(place))).then(
      () => true,
      () => false,
    )
    if (isFree) return place
  }
}

function findFolder(): Promise<string> {
  const { sources, state } = demoContent()
  return findCachedFolder({
    name: 'shared',
    sources: [...sources, 'tests/support/{browsers/sharedProduct,clubs/copiedClubs}.ts'],
    state,
    make: async (folder) => {
      await cp(await findDemoFolder(), folder, { recursive: true })
      const demo: Demo = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'))
      const engine = await PGlite.create(join(folder, 'db'))
      try {
        for (const { id, subdomain } of demo.tenants) {
          await copyClub(engine, { tenantId: id, copies, slug: subdomain })
        }
        await engine.exec(markAddresses)
        await engine.exec('vacuum analyze')
        const demos: Demo[] = []
        for (let copy = 1; copy <= copies; copy += 1) demos.push(await describeCopy(engine, demo, copy))
        await writeFile(join(folder, 'demos.json'), JSON.stringify(demos))
      } finally {
        await engine.close()
      }
    },
  })
}

/** The sandbox has the mails of all clubs in one list, and the messages to judges in another. */
const markAddresses = `
  update member set email = replace(email, '@', '@' || slug || '.'),
    email_folded = replace(email_folded, '@', '@' || slug || '.')
  from tenant where tenant.id = tenant_id and tenant_id > ${toCopiedId(0, 1)};
  update judge set phone = '+1' || ${firstAreaCode} + tenant_id / ${toCopiedId(0, 1)} || right(phone, 7)
  where tenant_id > ${toCopiedId(0, 1)} and phone <> '';`

async function describeCopy(engine: PGlite, demo: Demo, copy: number): Promise<Demo> {
  const tenants: Demo['tenants'] = []
  for (const tenant of demo.tenants) {
    const id = toCopiedId(tenant.id, copy)
    const subdomain = `${tenant.subdomain}-${copy}`
    const [{ uuid } = { uuid: '' }] = await list<{ uuid: string }>(
      engine,
      'select uuid from tenant where id = $1',
      id,
    )
    const ballots = await list<{ uuid: string; event_id: number }>(
      engine,
      'select uuid, event_id from voter where tenant_id = $1 and voted_at is null and voided_at is null order by id',
      id,
    )
    tenants.push({
      ...tenant,
      ...{ id, uuid, subdomain },
      members: tenant.members.map((member) => ({
        ...member,
        email: member.email.replace('@', `@${subdomain}.`),
      })),
      events: tenant.events.map(({ id: original, ...event }) => {
        const eventId = toCopiedId(original, copy)
        return {
          ...event,
          id: eventId,
          judges: event.judges.map(({ judgeId, phone, link }) => ({
            judgeId,
            phone: phone && `+1${firstAreaCode + copy}${phone.slice(-7)}`,
            link: link.replace(tenant.subdomain, subdomain),
          })),
          voters: ballots
            .filter(({ event_id }) => event_id === eventId)
            .map((voter) => ({ uuid: voter.uuid, link: '' })),
        }
      }),
    })
  }
  return { ...demo, tenants }
}

async function list<Row>(engine: PGlite, text: string, ...values: unknown[]): Promise<Row[]> {
  return (await engine.query<Row>(text, values)).rows
}

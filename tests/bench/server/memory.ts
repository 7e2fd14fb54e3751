// What a show's morning leaves in the server's memory: 500 phones over two hours of its clock, beside its memory at
// its start. They load the viewer, its pack and its pictures, ask again every quarter of an hour, and send ballots and
// score sheets.
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { endpointPath } from '../../../src/contract/caller.ts'
import { minuteMs } from '../../../src/domain/time.ts'
import type { Product } from '../../support/browsers/product.ts'
import type { Show } from '../../support/clubs/judgedShow.ts'
import { canListChildren, readResidentBytes } from '../../support/processes/children.ts'
import { toSheet } from '../../support/processes/sheetSender.ts'
import type { Reading } from '../rows.ts'
import { type Bench, findShow, type Subject } from '../subject.ts'

const phones = 500
const judges = 40
const sheetsEach = 25
const sheetsAtOnce = 5
const morningMs = 120 * minuteMs
/** In which all have come. */
const arrivingMs = 90 * minuteMs
const askEveryMs = 15 * minuteMs
/** Of the machine's clock. */
const lastsMs = 40_000
const restMs = 2000
/** As a browser opens. */
const mostConnections = 6
const fastClock = join(import.meta.dirname, '../../support/processes/fastClock.ts')

export const memory: Bench = {
  rounds: 3,
  async open(subject, { turns, atEnd }) {
    if (!canListChildren) {
      console.log('skipped: the memory of a process, which only Linux tells')
      return { measure: async () => [] }
    }
    const product = await subject.startProduct({ env: { TRUSTED_PROXY: '127.0.0.1' } })
    atEnd(product.dispose)
    await product.stop()
    const { show, voters } = await addPeople(subject, product, turns)
    let mornings = 0
    return {
      async measure() {
        const people: People = {
          show: { ...show, judges: show.judges.slice(mornings * judges, (mornings + 1) * judges) },
          voters: voters.slice(mornings * phones, (mornings + 1) * phones),
        }
        mornings += 1
        await product.start({
          NODE_OPTIONS: `--import=${fastClock}`,
          CLOCK_FROM: String(Date.now()),
          CLOCK_RATE: String(morningMs / lastsMs),
        })
        const reading = await measureMorning(product, people)
        await product.stop()
        return [reading]
      },
    }
  },
}

interface People {
  readonly show: Show
  readonly voters: readonly string[]
}

/** For each morning a voter for each phone, and judges. The product is stopped. */
async function addPeople({ load }: Subject, product: Product, mornings: number): Promise<People> {
  const { addJudges } = await load<typeof import('../../support/clubs/judgedShow.ts')>(
    'tests/support/clubs/judgedShow.ts',
  )
  const { openDatabase } =
    await load<typeof import('../../../src/server/db/open.ts')>('src/server/db/open.ts')
  const { createVoters } = await load<typeof import('../../../src/server/areas/ballot/db.ts')>(
    'src/server/areas/ballot/db.ts',
  )
  const show = await addJudges(product, judges * mornings)
  const database = await openDatabase({ dataDir: product.dataDir })
  const voters = await database.inTenant(show.tenantId, (tx) =>
    createVoters(tx, show.eventId, phones * mornings),
  )
  await database.close()
  return { show, voters: voters.map(({ uuid }) => uuid) }
}

/** What a phone does at a time of the server's clock, from the morning's start. */
interface Visit {
  readonly at: number
  act(phone: Agent): Promise<void>
}

async function measureMorning(product: Product, { show, voters }: People): Promise<Reading> {
  await pause(restMs)
  const readMegabytes = () => readResidentBytes(product.pid()) / 2 ** 20
  const before = readMegabytes()
  let most = before
  let calls = 0
  const visits = voters.flatMap((voter, at) =>
    planPhone(product, { voter, judge: show.judges[at], show, from: `10.1.${at >> 8}.${at & 255}`, count }),
  )
  const startedAt = performance.now()
  const running = new Set<Promise<void>>()
  for (const { at, act } of visits.sort((a, b) => a.at - b.at)) {
    const early = (at * lastsMs) / morningMs - (performance.now() - startedAt)
    if (early > 0) await pause(early)
    most = Math.max(most, readMegabytes())
    const phone = new Agent({ keepAlive: true, maxSockets: mostConnections })
    const visit = act(phone).finally(() => {
      phone.destroy()
      running.delete(visit)
    })
    running.add(visit)
    if (running.size >= phones / 10) await Promise.race(running)
  }
  await Promise.all(running)
  const seconds = (performance.now() - startedAt) / 1000
  await pause(restMs)
  const after = readMegabytes()
  return {
    id: 'morning',
    what: `the server's memory after a show's morning: ${phones} phones, two hours of its clock`,
    beside: 'its memory at its start',
    figure: after / before,
    unit: 'times',
    more: {
      'at its start': [before, 'MB'],
      afterwards: [after, 'MB'],
      'the most meanwhile': [most, 'MB'],
      answered: [calls, 'calls'],
      'the morning took': [seconds, 's'],
    },
  }

  function count(): void {
    calls += 1
  }
}

interface Phone {
  readonly voter: string
  readonly judge: Show['judges'][number] | undefined
  readonly show: Show
  /** Its address. */
  readonly from: string
  count(): void
}

function planPhone(product: Product, { voter, judge, show, from, count }: Phone): Visit[] {
  const { tenant, event } = findShow(product)
  const { subdomain } = tenant
  const packPath = `/dart/pack/${event.id}?subdomain=${subdomain}`
  let version = ''

  async function send(agent: Agent, path: string, headers: object, body?: object) {
    const answer = await receive({ port: product.port, path, agent, headers, body, from })
    if (answer.status !== 304 && (answer.status !== 200 || answer.text.startsWith('{"success":false'))) {
      throw new Error(`${path} ${JSON.stringify(body)} was answered with ${answer.status}: ${answer.text}`)
    }
    count()
    return answer
  }
  const get = (agent: Agent, path: string, headers: object = {}) => send(agent, path, headers)
  const call = (agent: Agent, body: object) =>
    send(agent, endpointPath, { 'content-type': 'application/json' }, { subdomain, ...body })

  async function come(agent: Agent): Promise<void> {
    const document = await get(agent, `/portal/viewer/${event.id}?subdomain=${subdomain}`)
    const packed = { 'accept-encoding': 'br' }
    const files = findAll(document.text, /\/assets\/[\w./-]+/g)
    await Promise.all(files.map((path) => get(agent, path, packed)))
    await call(agent, { action: 'get_tenant' })
    await get(agent, packPath, packed)
    const pack = await get(agent, packPath)
    version = pack.headers.etag ?? ''
    const pictures = findAll(pack.text, /\/media\/\w+\.webp\?subdomain=[\w-]+/g)
    await Promise.all(pictures.map((path) => get(agent, path)))
  }
  async function ask(agent: Agent): Promise<void> {
    await get(agent, packPath, { 'if-none-match': version })
    await call(agent, { action: 'get_event_availability', eventId: event.id })
  }
  async function vote(agent: Agent): Promise<void> {
    await call(agent, { action: 'get_voter', voterId: voter })
    const ballot = { voterId: voter, votes: show.cars.slice(0, 1), key: randomUUID() }
    await call(agent, { action: 'submit_ballot', ...ballot })
  }
  async function score(agent: Agent, number: number): Promise<void> {
    if (judge === undefined) return
    const plan = { ...show, judges: [], sheets: 0, perRequest: 0 }
    const entries = Array.from({ length: sheetsAtOnce }, (_, at) =>
      toSheet(plan, judge, number * sheetsAtOnce + at),
    )
    await call(agent, { action: 'submit_batch', tenantId: show.tenantId, entries })
  }

  const comesAt = randomInt(arrivingMs)
  const anyTime = () => comesAt + randomInt(1, morningMs - comesAt)
  const visits: Visit[] = [{ at: comesAt, act: come }]
  for (let at = comesAt + askEveryMs; at < morningMs; at += askEveryMs) visits.push({ at, act: ask })
  visits.push({ at: anyTime(), act: vote })
  for (let sent = 0; judge !== undefined && sent < sheetsEach / sheetsAtOnce; sent += 1) {
    visits.push({ at: anyTime(), act: (agent) => score(agent, sent) })
  }
  return visits
}

const findAll = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern))]

interface Asked {
  readonly port: number
  readonly path: string
  readonly agent: Agent
  readonly headers: object
  readonly body: object | undefined
  /** The address that the proxy names. */
  readonly from: string
}

async function receive({ port, path, agent, headers, body, from }: Asked): Promise<{
  status: number | undefined
  headers: IncomingHttpHeaders
  text: string
}> {
  const asked = request({
    ...{ host: '127.0.0.1', port, path, agent },
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, 'x-forwarded-for': from },
  })
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  asked.end(body === undefined ? undefined : JSON.stringify(body))
  const [answer] = await answered
  return { status: answer.statusCode, headers: answer.headers, text: await readText(answer) }
}

// What a call costs in processor time, application and database together, and how that grows: 1,000 and 100,000 clubs,
// members, posts, events and orders beside each other; and one server process beside two. On PostgreSQL.
import { Client } from 'pg'
import { type Cluster, runAs, startCluster } from '../../support/database/postgres.ts'
import { canListChildren } from '../../support/processes/children.ts'
import type { Reading } from '../rows.ts'
import type { Bench, Opening, Subject } from '../subject.ts'
import { type CallName, calls, openWeighed, type WeighedCall } from './calls.ts'
import { nothing, type Side, toTotalMs, type Weight, weigh } from './weigh.ts'
import { type CalledClub, largeClubs, openScaleDatabase, type ScaleDatabase } from './world.ts'

const sizes = { small: 1000, large: 100_000 }
const names = Object.keys(calls) as CallName[]
const connections = 4
/** Each kind of call on each side, so often in a round, in turns. */
const turnsInRound = 2
const turnMs = 300
const warmUpMs = 200
/** A turn of one process, and of two, at a pace that leaves the processors mostly idle. */
const pacedMs = 5000
const countedCalls = 40
const usualGoal = { atMost: 1.3 }

const kinds = ['clubs', ...Object.keys(largeClubs)] as ('clubs' | keyof typeof largeClubs)[]

export const scale: Bench = {
  rounds: 3,
  async open(subject, { atEnd }) {
    const settings = [
      // counts statements, when it is told to
      'shared_preload_libraries=pg_stat_statements',
      // would do its work at any moment
      'autovacuum=off',
      'max_wal_size=8GB',
    ]
    const started = await startCluster(settings)
    if ('reason' in started || !canListChildren) {
      console.log(
        `skipped: cost by size, because ${'reason' in started ? started.reason : 'only Linux tells it'}`,
      )
      return { measure: async () => [] }
    }
    const { cluster } = started
    atEnd(cluster.stop)
    await runAs(cluster.superuserUrl, "alter system set pg_stat_statements.track = 'none'")
    await runAs(cluster.superuserUrl, 'select pg_reload_conf()')
    const world = await openWorld(subject, cluster, atEnd)
    await warmUp(world)
    const counted = await countStatements(world)
    return {
      async measure() {
        const { costs, growths } = await measureCalls(world, counted)
        return [...costs, ...growths, ...(await measureProcesses(world))]
      },
    }
  },
}

type SideName = 'few clubs' | 'many clubs' | 'usual' | keyof typeof largeClubs

interface World {
  readonly sides: ReadonlyMap<SideName, Side>
  /** The large one, with both of its servers. */
  readonly large: ScaleDatabase
  readonly both: Record<'one' | 'two', Side>
}

async function openWorld(subject: Subject, cluster: Cluster, atEnd: Opening['atEnd']): Promise<World> {
  const setup = { subject, cluster, atEnd }
  const small = await openScaleDatabase({ ...setup, clubs: sizes.small, hasFilled: false })
  const large = await openScaleDatabase({ ...setup, clubs: sizes.large, hasFilled: true })
  const { filled } = large
  if (filled === undefined) throw new Error('nothing is filled')
  const servers = [await small.startServer(), await large.startServer(), await large.startServer()] as const
  const [ofSmall, first, second] = servers

  function openSide(
    database: ScaleDatabase,
    { called, counted }: { called: readonly { port: number }[]; counted: readonly { pid: number }[] },
    pickClub: () => CalledClub,
    count = connections,
  ): Side {
    const ports = Array.from({ length: count }, (_, at) => called[at % called.length]?.port ?? 0)
    return {
      database,
      processes: { app: counted.map(({ pid }) => pid), postgres: cluster.pid },
      ports,
      pickClub,
    }
  }
  const only = (server: { port: number; pid: number }) => ({ called: [server], counted: [server] })
  const sides = new Map<SideName, Side>([
    ['few clubs', openSide(small, only(ofSmall), small.pickClub)],
    ['many clubs', openSide(large, only(first), large.pickClub)],
  ])
  for (const [name, club] of Object.entries(filled)) {
    sides.set(
      name as SideName,
      openSide(large, only(first), () => club),
    )
  }
  const counted = [first, second]
  const both = {
    one: openSide(large, { called: [first], counted }, large.pickClub, 2 * connections),
    two: openSide(large, { called: counted, counted }, large.pickClub, 2 * connections),
  }
  return { sides, large, both }
}

/** So that programs are compiled and plans made. */
async function warmUp({ sides, both }: World): Promise<void> {
  for (const name of names) {
    for (const side of sides.values()) await weigh(side, calls[name], { forMs: warmUpMs, into: nothing() })
  }
  // the second process has compiled nothing yet
  for (const { makeCall } of mixtures) await weigh(both.two, makeCall, { forMs: pacedMs, into: nothing() })
}

/** What one call takes of PostgreSQL beside its time. */
interface Counted {
  /** With those that begin and end transactions. */
  readonly statements: number
  readonly loggedBytes: number
}

async function countStatements({ sides, large }: World): Promise<Map<CallName, Counted>> {
  const connection = new Client({ connectionString: large.superuserUrl })
  await connection.connect()
  const track = async (what: 'top' | 'none') => {
    await connection.query(`alter system set pg_stat_statements.track = '${what}'`)
    await connection.query('select pg_reload_conf()')
  }
  await connection.query('create extension pg_stat_statements')
  await track('top')
  const counted = new Map<CallName, Counted>()
  const readLog = async () => {
    const { rows } = await connection.query<{ bytes: string }>("select pg_current_wal_lsn() - '0/0' as bytes")
    return Number(rows[0]?.bytes)
  }
  const side = sides.get('usual')
  if (side === undefined) throw new Error('nobody calls')
  for (const name of names) {
    await connection.query('select pg_stat_statements_reset()')
    const before = await readLog()
    const weighed = openWeighed(large, side.ports[0] ?? 0)
    for (let call = 0; call < countedCalls; call += 1) await calls[name](weighed, side.pickClub())
    weighed.client.close()
    const { rows } = await connection.query<{ count: number }>(
      `select sum(calls)::int as count from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_%'`,
    )
    counted.set(name, {
      statements: (rows[0]?.count ?? 0) / countedCalls,
      loggedBytes: ((await readLog()) - before) / countedCalls,
    })
  }
  await track('none')
  await connection.end()
  return counted
}

async function measureCalls({ sides }: World, counted: ReadonlyMap<CallName, Counted>) {
  const weights = new Map(
    names.map((name) => [name, new Map([...sides.keys()].map((side) => [side, nothing()]))]),
  )
  for (let turn = 0; turn < turnsInRound; turn += 1) {
    for (const name of names) {
      for (const [sideName, side] of turn % 2 === 0 ? sides : [...sides].reverse()) {
        const into = weights.get(name)?.get(sideName) ?? nothing()
        await weigh(side, calls[name], { forMs: turnMs, into })
      }
    }
  }
  const find = (name: CallName, side: SideName): Weight => weights.get(name)?.get(side) ?? nothing()
  return {
    costs: names.map((name) => toCost(name, find(name, 'usual'), counted.get(name))),
    growths: kinds.map((kind) => toGrowth(kind, (name, side) => toTotalMs(find(name, side)))),
  }
}

function toCost(name: CallName, weight: Weight, counted: Counted | undefined): Reading {
  return {
    id: `cost-${name.replaceAll(' ', '-')}`,
    what: `${name}: processor time of a call, application and PostgreSQL together`,
    figure: toTotalMs(weight),
    unit: 'ms',
    more: {
      application: [weight.appMs / weight.calls, 'ms'],
      PostgreSQL: [weight.postgresMs / weight.calls, 'ms'],
      statements: [counted?.statements ?? 0, ''],
      "PostgreSQL's log": [(counted?.loggedBytes ?? 0) / 1024, 'kB'],
      'bytes out': [weight.bytes / weight.calls / 1024, 'kB'],
      calls: [weight.calls, ''],
    },
  }
}

/** The ratio of the call that grows most is the row's. */
function toGrowth(kind: (typeof kinds)[number], find: (name: CallName, side: SideName) => number): Reading {
  const [small, large]: [SideName, SideName] =
    kind === 'clubs' ? ['few clubs', 'many clubs'] : ['usual', kind]
  const ratios = names.map((name) => [name, find(name, large) / find(name, small)] as const)
  return {
    id: `growth-${kind}`,
    what: `processor time of a call with 100,000 ${kind}${kind === 'clubs' ? '' : ' of one club'}: the call that grows most`,
    beside: 'the same call with 1,000',
    figure: Math.max(...ratios.map(([, ratio]) => ratio)),
    unit: 'times',
    goal: usualGoal,
    more: Object.fromEntries(ratios.map(([name, ratio]) => [name, [ratio, 'times'] as const])),
  }
}

const mix = (mixed: readonly CallName[]): WeighedCall => {
  let next = 0
  return (client, club) => {
    next += 1
    return calls[mixed[next % mixed.length] as CallName](client, club)
  }
}

const mixtures = [
  {
    what: 'reads',
    makeCall: mix(['event', 'what is left', 'list of events', 'feed page', 'profile', 'sign-in checked']),
    everyMs: 120,
  },
  { what: 'writes', makeCall: mix(['sheet', 'post', 'ballot', 'free order']), everyMs: 400 },
] as const

async function measureProcesses({ both }: World): Promise<Reading[]> {
  const readings: Reading[] = []
  for (const { what, makeCall, everyMs } of mixtures) {
    const weights = { one: nothing(), two: nothing() }
    for (let turn = 0; turn < 2 * turnsInRound; turn += 1) {
      for (const name of turn % 2 === 0 ? (['one', 'two'] as const) : (['two', 'one'] as const)) {
        await weigh(both[name], makeCall, { forMs: pacedMs, everyMs, into: weights[name] })
      }
    }
    const [one, two] = [weights.one, weights.two]
    readings.push({
      id: `processes-${what}`,
      what: `${what}: processor time of a call with two server processes, in 10,000 clubs`,
      beside: 'the same with one',
      figure: toTotalMs(two) / toTotalMs(one),
      unit: 'times',
      goal: { atMost: 1.15 },
      more: {
        'application, one': [one.appMs / one.calls, 'ms'],
        'PostgreSQL, one': [one.postgresMs / one.calls, 'ms'],
        'application, two': [two.appMs / two.calls, 'ms'],
        'PostgreSQL, two': [two.postgresMs / two.calls, 'ms'],
      },
    })
  }
  return readings
}

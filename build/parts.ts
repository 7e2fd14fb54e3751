// Which file of the build each module goes into. The build's own graph decides: a module lies with the part of
// the app that needs it, and what several parts need lies with the first of them that a phone at a show loads.
import { resolve } from 'node:path'
import type { ChunkingContext, CodeSplittingGroup } from 'rolldown'
import type { TextPart } from '../src/domain/documents/textParts.ts'

/** What a screen imports late, and the name of the part that this belongs to. The first that fits counts. */
const parts: readonly (readonly [string, RegExp])[] = [
  ['start', /\/src\/app\/start\.tsx$/],
  [
    'viewer',
    /\/src\/app\/(show\/showStore\.ts$|install\/InstallOffer|routes\/portal\.viewer\.\$eventId(\/index)?\.tsx\?)/,
  ],
  ['tabs', /\/src\/app\/(routes\/portal\.viewer\.|install\/|map\/MapStage)/],
  ['list', /\/src\/app\/map\/SpaceList/],
  ['map', /\/src\/app\/map\/drawing\/pixi\//],
  ['outbox', /\/src\/(app\/(call\/outboxStore|outbox\/OutboxButton)|offline\/drafts)/],
  ['field', /\/src\/app\/outbox\//],
  ['worker', /\/src\/app\/worker\//],
  ['judging', /\/src\/app\/routes\/portal\.judging\./],
  ['ballot', /\/src\/app\/routes\/portal\.voterballot\./],
  [
    'portal',
    /\/src\/app\/(routes\/_shell(\.tsx|\/[^/]+\.tsx|\/portal\/(index|event\.\$eventId|events\/index|tickets)\.tsx)\?|passes\/(passStore|begunOrders)|show\/SavedShows)/,
  ],
  [
    'wizard',
    /\/src\/app\/(routes\/_shell\/portal\/(donate|events|join|renew|order|shifts|signin|logout)|features\/events\/|signin\/)/,
  ],
  ['member', /\/src\/app\/routes\/_shell\/portal\//],
]

/** What several parts need is in the first of these files with one of them. `start` is loaded by every page. */
const shared: readonly (readonly [string, readonly string[]])[] = [
  ['start', ['start', 'viewer']],
  ['outbox', ['outbox']],
  ['field', ['field', 'tabs', 'map']],
  ['list', ['list']],
  ['pages', ['judging', 'ballot']],
  ['portal', ['portal']],
  ['wizard', ['wizard']],
]

/** The texts of each file, if they are not the first ones. */
export const textsOf: Readonly<Record<string, TextPart>> = {
  tabs: 'field',
  list: 'field',
  field: 'field',
  outbox: 'field',
  judging: 'show',
  ballot: 'show',
  pages: 'show',
  portal: 'show',
  MenuSheet: 'show',
  wizard: 'rest',
  member: 'rest',
}

/** What changes seldom. */
const base =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-store|store)|@lingui|use-sync-external-store)\/|src\/app\/reactClient\.|rolldown.runtime/

/** What the entry needs, which brings nothing else along. */
const first =
  /vite\/preload-helper|src\/domain\/(prerender|documents\/textParts)\.|src\/app\/(styles\/|parts\/(keepTrying|importPart)|text\/wantedTexts)/

const firstParts = ['start', 'viewer']

/** In this order, because a file takes along what its modules need and no file before it has taken. */
const order = [...new Set([...firstParts, ...shared.map(([name]) => name), ...parts.map(([name]) => name)])]

export const partNames = ['base', 'first', ...order]

export function createGroups(entry: string): CodeSplittingGroup[] {
  let names: ReadonlyMap<string, string> | undefined
  const find = (id: string, context: ChunkingContext) => {
    names ??= nameModules(resolve(entry), context)
    return names.get(id) ?? ''
  }
  // the styles of all that a first visit draws are there before its code
  const isFirst = (id: string, context: ChunkingContext) =>
    first.test(id) || (id.endsWith('.css') && firstParts.includes(find(id, context)))
  return [
    { name: 'base', test: base },
    { name: (id, context) => (isFirst(id, context) ? 'first' : null), debugName: 'first' },
    ...order.map((name) => ({
      name: (id: string, context: ChunkingContext) => (find(id, context) === name ? name : null),
      debugName: name,
    })),
  ]
}

function nameModules(entry: string, context: ChunkingContext): Map<string, string> {
  const reached = new Map<string, Set<string>>()
  const imported = new Set([entry])
  for (const root of imported) {
    const part = parts.find(([, pattern]) => pattern.test(root))?.[0]
    for (const id of listStatic(root, context)) {
      for (const next of context.getModuleInfo(id)?.dynamicallyImportedIds ?? []) imported.add(next)
      if (part === undefined) continue
      const of = reached.get(id) ?? new Set()
      reached.set(id, of.add(part))
    }
  }
  return new Map([...reached].map(([id, of]) => [id, nameFile(of)]))
}

function nameFile(of: ReadonlySet<string>): string {
  const [only = ''] = of
  if (of.size === 1) return only
  if (of.has('start')) return 'start'
  return shared.find(([, some]) => some.some((part) => of.has(part)))?.[0] ?? only
}

/** The module itself, and all that it imports before it runs. */
function listStatic(root: string, context: ChunkingContext): ReadonlySet<string> {
  const found = new Set([root])
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

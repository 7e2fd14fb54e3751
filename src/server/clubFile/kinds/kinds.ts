// Every kind of record in a club file, in the order of the file.
import { clubKind } from './clubKind.ts'
import { classified, post, ride, topic } from './communityKinds.ts'
import { event } from './eventKind.ts'
import { member, memberType } from './memberKinds.ts'
import { activity, file, folder, make, page, product } from './portalKinds.ts'
import type { Branch, RecordKind } from './recordKind.ts'

/** In the order of the file. Rows can be inserted in this order too. */
export const branches: readonly Branch[] = [
  { field: 'pages', kind: page },
  { field: 'memberTypes', kind: memberType },
  { field: 'members', kind: member },
  { field: 'makes', kind: make },
  { field: 'events', kind: event },
  { field: 'activities', kind: activity },
  { field: 'folders', kind: folder },
  { field: 'files', kind: file },
  { field: 'products', kind: product },
  { field: 'rides', kind: ride },
  { field: 'topics', kind: topic },
  { field: 'posts', kind: post },
  { field: 'classifieds', kind: classified },
]

function listKinds(from: readonly Branch[]): RecordKind[] {
  return from.flatMap((branch) => [branch.kind, ...listKinds(branch.kind.children)])
}

/** Every kind once: parents before children, and named kinds before those that name them. */
export const kinds: readonly RecordKind[] = [...new Set([clubKind, ...listKinds(branches)])]

/** The parent kind of each kind. Comments are children of posts and use the same table. */
export const parentOf: ReadonlyMap<RecordKind, RecordKind> = new Map(listPairs(branches))

function listPairs(from: readonly Branch[]): [RecordKind, RecordKind][] {
  return from.flatMap(({ kind }) => [
    ...kind.children.map((child): [RecordKind, RecordKind] => [child.kind, kind]),
    ...listPairs(kind.children),
  ])
}

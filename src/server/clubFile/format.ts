// The club file: everything about a club in one documented, versioned JSON file, with pictures beside it.
import { z } from 'zod'
import type { Tx } from '../db/open.ts'
import { type Branches, type NestedShape, toBranches, toNestedShape } from './kind.ts'
import type { Branch, RecordKind } from './recordKind.ts'

/** Raised when this version would misread files of older versions. */
export const clubFileVersion = 1

/** What imports need of those who know members and followers. */
interface Neighbours {
  hashPassword(password: string): Promise<string>
  isPassword(hash: string, password: string): Promise<boolean>
  /** Runs the work that changes a club, and tells whom it concerns what has come. */
  announceWhatComes<T>(
    tx: Tx,
    tenantId: number,
    now: number,
    work: () => Promise<T>,
  ): Promise<{ result: T; told: readonly Told[] }>
}

/** Something of which people hear, in a few minutes after an import. */
export interface Told {
  /** The English words of the message: 'New event: Spring Show', 'Spring Show: Changed: schedule and maps.'. */
  readonly what: string
  readonly people: number
  /** Members who want to hear of what is new, or phones that follow an event. */
  readonly who: 'members' | 'phones'
}

/** What a club file may hold, and what imports need beside it. */
export interface ClubFormat<S extends z.ZodObject = z.ZodObject> extends Neighbours {
  /** The whole file. `showfield` is the version of the format. */
  readonly schema: S
  readonly club: RecordKind
  /** In the order of the file. */
  readonly branches: readonly Branch[]
  /** Every kind once: parents before children, and named kinds before those that name them. Rows are inserted so. */
  readonly kinds: readonly RecordKind[]
}

/** `branches`: in the order of the file; those that others name come first. */
export function createFormat<C extends z.ZodObject, B extends Branches>(
  club: RecordKind<C>,
  branches: B,
  neighbours: Neighbours,
): ClubFormat<z.ZodObject<FileHead<C> & NestedShape<B>>> {
  const head: FileHead<C> = {
    $schema: z.string().optional().describe('For editors; not read'),
    showfield: z.literal(clubFileVersion),
    club: club.file,
  }
  const schema = z.object({ ...head, ...toNestedShape(branches) }).describe('A Showfield club file')
  const listed = toBranches(branches)
  return { ...neighbours, schema, club, branches: listed, kinds: [...new Set([club, ...listKinds(listed)])] }
}

interface FileHead<C> {
  readonly $schema: z.ZodOptional<z.ZodString>
  readonly showfield: z.ZodLiteral<typeof clubFileVersion>
  readonly club: C
}

function listKinds(from: readonly Branch[]): RecordKind[] {
  return from.flatMap(({ kind }) => [kind, ...listKinds(kind.children)])
}

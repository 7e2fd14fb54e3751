// What would stop the export of a club from being imported again. No import may lead there.
import type { TenantRow } from '../db/clubRows.ts'
import type { Tx } from '../db/open.ts'
import { crossCheck } from './crossCheck.ts'
import { previewClubFile } from './export.ts'
import type { Fault } from './faults.ts'
import { readRecords } from './read.ts'

/** Faults between the club's records as they are now. They name records by kind and ref: "judge j-2". */
export async function listExportFaults(tx: Tx, tenant: TenantRow): Promise<Fault[]> {
  const read = readRecords(await previewClubFile(tx, tenant))
  const names = new Map(read.records.map(({ kind, ref, place }) => [place, `${kind.name} ${ref}`]))
  const toNamed = (text: string) =>
    text.replace(/\w+\[\d+\](?:\.\w+\[\d+\])*/g, (place) => names.get(place) ?? place)
  return crossCheck(read).map(({ place, message }) => ({ place: toNamed(place), message: toNamed(message) }))
}

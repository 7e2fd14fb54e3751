// One part of `npm test`, in this process alone, so that the processor time is the part's own. Run as
// `node part.ts NAME PATH`; writes its report to the path.
import { writeFileSync } from 'node:fs'
import { type PartName, parts } from './parts.ts'
import { measure } from './processorTime.ts'
import type { PartReport } from './vitestTally.ts'

const [name = '', path = ''] = process.argv.slice(2)
const { result, spent } = await measure(parts[name as PartName])
writeFileSync(path, JSON.stringify({ ...result, spent } satisfies PartReport))

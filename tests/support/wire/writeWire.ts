// Writes docs/wire.md: `npm run wire`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWirePage } from './wirePage.ts'

writeFileSync(join(import.meta.dirname, '../../../docs/wire.md'), writeWirePage())

// `npm run check`: types, lint, structure and translations. It also prints the longest files and fullest folders.
import { runChecks } from './checks.ts'
import { printLargest } from './largest.ts'

const results = await runChecks({ structure: true })
const failed = results.filter((result) => !result.passed)
printLargest()
console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)

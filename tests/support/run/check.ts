// `npm run check`: types, lint, structure and translations.
import { runChecks } from './checks.ts'

const results = await runChecks({ structure: true })
const failed = results.filter((result) => !result.passed)
console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)

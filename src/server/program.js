// Starts one of the programs beside it. Where packages are missing it says so, on any Node: without them the machine's own
// runs this, and it may read no TypeScript.
import { existsSync } from 'node:fs'

const missing = 'The packages are missing or not complete. Run npm ci first.'

function end() {
  process.stderr.write(`${missing}\n`)
  process.exit(1)
}

if (!existsSync(new URL('../../node_modules/.bin/node', import.meta.url))) end()
// the program finds its own words where it always does
const [name] = process.argv.splice(2, 1)
try {
  await import(`./${name}.ts`)
} catch (error) {
  if (error?.code === 'ERR_MODULE_NOT_FOUND') end()
  throw error
}

// `npm run new -- action AREA NAME`: the skeleton of a new action with its test.
import { join } from 'node:path'
import { addAction, NewFault } from './action.ts'

const [what, area, name, ...more] = process.argv.slice(2)
if (what !== 'action' || area === undefined || name === undefined || more.length > 0) {
  console.error('npm run new -- action AREA NAME, like: npm run new -- action files rename_file')
  process.exit(2)
}
try {
  const written = addAction(join(import.meta.dirname, '..', '..', '..'), area, name)
  console.log(
    `${written.map((path) => `  ${path}`).join('\n')}\nnpm run wire writes its page. Then: npm run check`,
  )
} catch (error) {
  if (!(error instanceof NewFault)) throw error
  console.error(error.message)
  process.exit(1)
}

// `npm run new -- action AREA NAME --access public --effect write`: the skeleton of a new action with its test.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addAction, NewFault, toKind } from './action.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    access: { type: 'string', default: 'member' },
    effect: { type: 'string', default: 'read' },
    /** What the row of the rules says that it may: section 5 of docs/rules/security.md has examples. */
    rule: { type: 'string' },
  },
})
const [what, area, name, ...more] = positionals
if (what !== 'action' || area === undefined || name === undefined || more.length > 0) {
  console.error(
    'npm run new -- action AREA NAME, like: npm run new -- action files rename_file --access member --effect write --rule "own files"',
  )
  process.exit(2)
}
try {
  const kind = toKind(values.access, values.effect, values.rule)
  const written = addAction(join(import.meta.dirname, '..', '..', '..'), area, name, kind)
  console.log(
    `${written.map((path) => `  ${path}`).join('\n')}\nnpm run wire writes its page. Then: npm run check`,
  )
} catch (error) {
  if (!(error instanceof NewFault)) throw error
  console.error(error.message)
  process.exit(1)
}

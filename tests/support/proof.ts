// `npm run proof`: the long proofs, of which `npm test` runs a short part each.
import { makeRunFolder } from './runFolder.ts'
import { runInherited } from './tools.ts'

const proofs: readonly (readonly [tool: string, ...args: string[]])[] = [
  ['vitest/vitest.mjs', 'run', 'tests/server/crash.test.ts', 'tests/server/db/drivers/embedded.test.ts'],
  ['vitest/vitest.mjs', 'run', 'tests/server/clubFile/merge.test.ts'],
  [
    'vitest/vitest.mjs',
    'run',
    'tests/server/orders/chance.test.ts',
    'tests/server/orders/kill.test.ts',
    'tests/server/orders/processes.test.ts',
  ],
  [
    'vitest/vitest.mjs',
    'run',
    'tests/server/drain.test.ts',
    'tests/server/security/crowd.test.ts',
    'tests/server/security/judgeGuessing.test.ts',
    'tests/server/security/lookups.test.ts',
  ],
  ['../tests/card-sandbox/schemas.ts', '--check'],
  ['@playwright/test/cli.js', 'test', 'lighthouse', 'screens'],
  ['@playwright/test/cli.js', 'test', '--project', 'journeys on PostgreSQL'],
  ['../tests/chaos/main.ts', '--minutes', '15'],
]

const runFolder = makeRunFolder()
let failed = 0
for (const [tool, ...args] of proofs) {
  if ((await runInherited(tool, args, { PROOF: '1', TMPDIR: runFolder.path })) !== 0) failed += 1
}
runFolder.remove()
console.log(`\n${proofs.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

// The checks that need no server. Each is one command or one comparison, and prints one line.
import { runTool } from './tools.ts'

export interface CheckResult {
  title: string
  passed: boolean
  output: string
}

type Outcome = Omit<CheckResult, 'title'>

type Check = readonly [title: string, run: () => Promise<Outcome>]

const checkStructure: Check = [
  'structure and citations',
  async () =>
    toResult(
      await runTool('vitest/vitest.mjs', [
        'run',
        '--project',
        'node',
        'tests/structure.test.ts',
        'tests/citations.test.ts',
      ]),
    ),
]

const lingui = '@lingui/cli/dist/lingui.js'

/** Both catalogues contain exactly the texts that the code uses, and no Spanish text is missing. */
async function checkTranslations(): Promise<Outcome> {
  const inStep = await runTool(lingui, ['check', 'sync', '--clean', '--verbose'])
  const complete = await runTool(lingui, [
    'check',
    'missing',
    '--verbose',
    '--mode',
    'catalog',
    '--locale',
    'es',
  ])
  return { passed: inStep.code === 0 && complete.code === 0, output: inStep.output + complete.output }
}

/** `npm test` leaves out `structure`, because Vitest runs these files there. */
export async function runChecks({ structure }: { structure: boolean }): Promise<CheckResult[]> {
  // more checkers of one program each work out the same types again: four took 115 s of processor, one 30
  const checks: Check[] = [
    [
      'types',
      async () => toResult(await runTool('typescript/bin/tsc', ['-b', '--checkers', '1', '--builders', '2'])),
    ],
    [
      'lint and format',
      async () =>
        toResult(await runTool('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '--colors=off'])),
    ],
    ...(structure ? [checkStructure] : []),
    ['translations', checkTranslations],
  ]
  const results: CheckResult[] = []
  for (const [title, run] of checks) {
    const startedAt = Date.now()
    const { passed, output } = await run()
    console.log(`${passed ? '✓' : '✗'} ${title} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
    if (!passed) console.log(output)
    results.push({ title, passed, output })
  }
  return results
}

function toResult({ code, output }: { code: number; output: string }): Outcome {
  return { passed: code === 0, output }
}

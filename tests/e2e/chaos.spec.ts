// A short storm over judges and voters: nothing is lost or doubled, and no screen says what is not so. `npm run chaos`
// runs longer storms.
import { isClean, toAuditLine } from '../chaos/auditor.ts'
import { type ChaosOptions, type ChaosResult, runChaos } from '../chaos/run.ts'
import { expect, test } from './fixtures.ts'

async function storm(stormMs: number, browser?: ChaosOptions['browser']): Promise<ChaosResult> {
  const result = await runChaos({
    seed: '7',
    stormMs,
    engine: 'postgres',
    size: { judges: 6, cars: 15, voters: 24 },
    without: new Set(),
    ...(browser === undefined ? {} : { browser }),
    tell: () => undefined,
  })
  console.log(toAuditLine(result.audit))
  expect(result.audit.findings).toEqual([])
  expect(isClean(result.audit)).toBe(true)
  // how many kinds of fault fit into so short a storm depends on the machine; `npm run chaos` prints them all
  expect(result.struck.size).toBeGreaterThan(1)
  return result
}

test('judges and voters lose nothing and double nothing in a storm, while servers are killed @proof', async () => {
  await storm(12_000)
})

// five browsers beside those of three other journeys leave the storm no time to strike
test('on real screens too they lose nothing, and read nothing untrue, while servers and browsers are killed @proof', async () => {
  test.setTimeout(600_000)
  const { audit } = await storm(20_000, { executablePath: process.env.CHROMIUM_PATH })
  expect(audit.readings).toBeGreaterThan(20)
})

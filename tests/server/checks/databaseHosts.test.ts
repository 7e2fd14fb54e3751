// A standby that nobody can reach is found before it is needed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBeforeStart } from '../../../src/server/checks/atStart.ts'
import { checkHosts } from '../../../src/server/checks/database.ts'
import { parseConfig } from '../../../src/server/process/config.ts'
import { type ServerPair, startServerPair } from '../../support/database/standby.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { findFreePort } from '../../support/processes/freePort.ts'
import { runProgram } from '../../support/processes/program.ts'

describe('the hosts of DATABASE_URL', () => {
  let pair: ServerPair
  let url = ''
  let ports: string[] = []
  beforeAll(async () => {
    pair = await startServerPair()
    url = await pair.createDatabase('show')
    ports = url.match(/(?<=127\.0\.0\.1:)\d+/g) ?? []
  })
  afterAll(() => pair?.stop())

  it('are each asked: one takes writes, and its standby is in recovery', async () => {
    // the standby has the new database a moment later
    await expect
      .poll(() => checkHosts({ databaseUrl: url }))
      .toEqual([
        { level: 'good', text: `127.0.0.1:${ports[0]} answers, and takes writes.` },
        { level: 'good', text: `127.0.0.1:${ports[1]} answers, and is in recovery, as a standby is.` },
      ])
  })

  it('are named by the doctor and by a start when one does not answer, without the password', async () => {
    const closed = await findFreePort()
    const address = url
      .replace(/:\/\/[^@]*@/, '://showfield:very-secret@')
      .replace(`:${ports[1]}/`, `:${closed}/`)
    const warning = `The host 127.0.0.1:${closed} of DATABASE_URL cannot be opened: connect ECONNREFUSED 127.0.0.1:${closed}. Look whether it runs, and at the host and the port in DATABASE_URL.`
    const env = { DATABASE_URL: address, DATA_DIR: makeTestFolder() }
    const { output } = await runProgram('src/server/doctor.ts', [], env)
    expect(output.match(/^(?:good|warning|fault) +database: .*$/gm)).toEqual([
      expect.stringMatching(/^good +database: PostgreSQL /),
      `good     database: 127.0.0.1:${ports[0]} answers, and takes writes.`,
      `warning  database: ${warning}`,
    ])
    expect(output).not.toContain('very-secret')
    const said: string[] = []
    await checkBeforeStart({ config: parseConfig(env, []), env, say: (text) => void said.push(text) })
    expect(said).toEqual([warning])
  })

  it('of a single one nothing more is said', async () => {
    const single = url.replace(`,127.0.0.1:${ports[1]}`, '')
    expect(await checkHosts({ databaseUrl: single })).toEqual([])
    expect(await checkHosts({ databaseUrl: null })).toEqual([])
  })
})

// Row 11: what 200 members who sign in at once leave to those who read and to judges who score.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { foldEmail } from '../../src/domain/member.ts'
import { hashPassword } from '../../src/server/auth/passwords.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { type Product, startProduct } from '../support/browsers/product.ts'
import { addJudges } from '../support/clubs/judgedShow.ts'
import { openLightClient } from '../support/processes/lightClient.ts'
import { sendSheets } from '../support/processes/sheetSender.ts'
import { type BenchRow, median, rounds, toSpread } from './rows.ts'
import type { Storm } from './signers.ts'

const signIns = 200
const password = 'Salt-flats-1949'
const quietReads = 150
const judges = 5

export async function benchSignIns(): Promise<BenchRow[]> {
  const product = await startProduct({ appDir: import.meta.dirname })
  let signers: ChildProcess | undefined
  try {
    await product.stop()
    // no judge may send more than so much in ten minutes, so each round has its own
    const show = await addJudges(product, judges * (rounds + 1))
    const emails = await addMembers(product, show.tenantId)
    await product.start()
    signers = fork(join(import.meta.dirname, 'signers.ts'), [
      String(product.port),
      String(show.tenantId),
      password,
      ...emails,
    ])
    await once(signers, 'message')
    const reader = openLightClient(product.port)
    const read = async (): Promise<number> => {
      const startedAt = performance.now()
      await reader.call({ action: 'get_event', tenantId: show.tenantId, event: String(show.eventId) })
      return performance.now() - startedAt
    }
    const usual: number[] = []
    const among: number[] = []
    const storms: number[] = []
    const refused: string[] = []
    const sheets: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const quiet: number[] = []
      while (quiet.length < quietReads) quiet.push(await read())
      const stormy: number[] = []
      const storm = startStorm(signers)
      let isOver = false
      void storm.finally(() => {
        isOver = true
      })
      while (!isOver) stormy.push(await read())
      const scored = startStorm(signers)
      const sending = await sendSheets({
        ...show,
        judges: show.judges.slice(round * judges, (round + 1) * judges),
        sheets: Number.MAX_SAFE_INTEGER,
        perRequest: 1,
        forMs: 1000,
      })
      const both = [await storm, await scored]
      refused.push(...both.flatMap((one) => one.refused), ...sending.refused)
      // the first round only warms up
      if (round === 0) continue
      usual.push(median(quiet))
      among.push(median(stormy))
      storms.push(...both.map(({ ms }) => ms))
      sheets.push(sending.accepted)
    }
    reader.close()
    return [
      {
        what: `an event is read while ${signIns} members sign in at once`,
        beside: `the same while nobody does ${toSpread(usual, 'ms')}`,
        figures: among.map((ms, round) => ms / (usual[round] ?? Number.NaN)),
        unit: 'times',
        goal: { atMost: 2 },
        notes: [
          toSpread(among, 'ms'),
          `all signed in after ${toSpread(storms, 'ms')}`,
          `meanwhile ${toSpread(sheets, 'score sheets a second were accepted')}, and none refused`,
        ],
        fault: refused.length === 0 ? undefined : `refused: ${[...new Set(refused)].join(', ')}`,
      },
    ]
  } finally {
    signers?.kill()
    await product.dispose()
  }
}

/** As many members as sign in, with one password. Stop the product first. */
async function addMembers({ dataDir }: Product, tenantId: number): Promise<string[]> {
  const hash = await hashPassword(password)
  const emails = Array.from({ length: signIns }, () => `${randomUUID().slice(0, 8)}@bench.example`)
  const database = await openDatabase({ dataDir })
  await database.inTenant(tenantId, (tx) =>
    tx
      .insertInto('member')
      .values(
        emails.map((email) => ({
          tenant_id: tenantId,
          email,
          email_folded: foldEmail(email),
          fname: 'Bo',
          lname: 'Bench',
          expires_on: '2099-12-31',
          password_hash: hash,
        })),
      )
      .execute(),
  )
  await database.close()
  return emails
}

async function startStorm(signers: ChildProcess): Promise<Storm> {
  const answered = once(signers, 'message')
  signers.send('storm')
  const [storm] = (await answered) as [Storm]
  return storm
}

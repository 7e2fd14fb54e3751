// Row 11: what 200 members who sign in at once leave to those who read and to judges who score.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { foldEmail } from '../../../src/domain/member.ts'
import type { Product } from '../../support/browsers/product.ts'
import { openLightClient } from '../../support/processes/lightClient.ts'
import { sendSheets } from '../../support/processes/sheetSender.ts'
import { median } from '../rows.ts'
import type { Bench, Subject } from '../subject.ts'
import type { Storm } from './signers.ts'

const signIns = 200
const password = 'Salt-flats-1949'
const quietReads = 150
const judges = 5

export const signIn: Bench = {
  rounds: 3,
  warmUps: 1,
  async open(subject, { turns, atEnd }) {
    const { addJudges } = await subject.load<typeof import('../../support/clubs/judgedShow.ts')>(
      'tests/support/clubs/judgedShow.ts',
    )
    const product = await subject.startProduct({ appDir: import.meta.dirname })
    atEnd(product.dispose)
    await product.stop()
    // no judge may send more than so much in ten minutes, so each round has its own
    const show = await addJudges(product, judges * turns)
    const emails = await addMembers(subject, product, show.tenantId)
    await product.start()
    const signers = fork(join(import.meta.dirname, 'signers.ts'), [
      String(product.port),
      String(show.tenantId),
      password,
      ...emails,
    ])
    atEnd(() => signers.kill())
    await once(signers, 'message')
    const reader = openLightClient(product.port)
    atEnd(reader.close)
    const read = async (): Promise<number> => {
      const startedAt = performance.now()
      await reader.call({ action: 'get_event', tenantId: show.tenantId, event: String(show.eventId) })
      return performance.now() - startedAt
    }
    let judged = 0
    return {
      async measure() {
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
          judges: show.judges.slice(judged, judged + judges),
          sheets: Number.MAX_SAFE_INTEGER,
          perRequest: 1,
          forMs: 1000,
        })
        judged += judges
        const both = [await storm, await scored]
        const refused = [...both.flatMap((one) => one.refused), ...sending.refused]
        return [
          {
            id: 'read',
            what: `an event is read while ${signIns} members sign in at once`,
            beside: 'the same while nobody does',
            figure: median(stormy) / median(quiet),
            unit: 'times',
            goal: { atMost: 2 },
            more: {
              among: [median(stormy), 'ms'],
              alone: [median(quiet), 'ms'],
              'all signed in after': [median(both.map(({ ms }) => ms)), 'ms'],
              'sheets accepted meanwhile': [sending.accepted, 'a second'],
            },
            fault: refused.length === 0 ? undefined : `refused: ${[...new Set(refused)].join(', ')}`,
          },
        ]
      },
    }
  },
}

/** As many members as sign in, with one password. Stop the product first. */
async function addMembers(subject: Subject, { dataDir }: Product, tenantId: number): Promise<string[]> {
  const { hashPassword } = await subject.load<typeof import('../../../src/server/auth/passwords.ts')>(
    'src/server/auth/passwords.ts',
  )
  const { openDatabase } =
    await subject.load<typeof import('../../../src/server/db/open.ts')>('src/server/db/open.ts')
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

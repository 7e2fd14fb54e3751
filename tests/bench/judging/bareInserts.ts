// The baseline for row 2: one insert of a score sheet in its own transaction, as often as possible. Run as
// `node bareInserts.ts <BareInserts as JSON>`. For each line on its input it prints the inserts per second.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { OpenOptions } from '../../../src/server/db/open.ts'
import { loadFrom } from '../subject.ts'

export interface BareInserts {
  /** Of the checkout that opens the database. */
  root: string
  options: OpenOptions
  tenantId: number
  eventId: number
  formId: number
  judgeIds: readonly number[]
  entryId: number
  ms: number
}

export interface BareProcess {
  /** Sheets per second, with as many inserts at once as there are judges. */
  measure(): Promise<number>
  stop(): Promise<void>
}

export async function startBareInserts(work: BareInserts): Promise<BareProcess> {
  const child: ChildProcess = spawn(process.execPath, [import.meta.filename, JSON.stringify(work)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (child.stdin === null || child.stdout === null) throw new Error('no pipes')
  const { stdin } = child
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  return {
    async measure() {
      stdin.write('\n')
      const [line] = await once(lines, 'line')
      return Number(line)
    },
    async stop() {
      const closed = once(child, 'close')
      stdin.end()
      await closed
    },
  }
}

async function serve(work: BareInserts): Promise<void> {
  const { openDatabase } = await loadFrom<typeof import('../../../src/server/db/open.ts')>(
    work.root,
    'src/server/db/open.ts',
  )
  const database = await openDatabase(work.options)
  console.log('open')
  let sequence = 0
  for await (const _line of createInterface({ input: process.stdin })) {
    const startedAt = performance.now()
    let done = 0
    await Promise.all(
      work.judgeIds.map(async (judgeId) => {
        while (performance.now() - startedAt < work.ms) {
          sequence += 1
          const now = new Date()
          const row = {
            tenant_id: work.tenantId,
            event_id: work.eventId,
            form_id: work.formId,
            judge_id: judgeId,
            entry_id: work.entryId,
            sequence,
            key: randomUUID(),
            made_at: now,
            at: now,
            scores: JSON.stringify([{ criteriaId: 1, score: 7 }]),
          }
          await database.inTenant(work.tenantId, (tx) => tx.insertInto('sheet').values(row).execute())
          done += 1
        }
      }),
    )
    console.log((done * 1000) / (performance.now() - startedAt))
  }
  await database.close()
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? '{}') as BareInserts)

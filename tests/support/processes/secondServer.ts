// A second server on the same database, with its own connections and memory.
import { randomUUID } from 'node:crypto'
import { createLocalEngine } from '../../../src/server/assembly/localEngine.ts'
import { openDatabase } from '../../../src/server/db/open.ts'
import { createLog } from '../../../src/server/process/log.ts'
import type { Received, World } from '../database/world.ts'

export interface SecondServer {
  post(input: object): Promise<Pick<Received, 'status' | 'text' | 'json'>>
  stop(): Promise<void>
}

/** Only PostgreSQL allows two. On the embedded engine the first server is used instead. */
export async function startSecondServer(world: World): Promise<SecondServer> {
  if (world.database.engine === 'embedded') return { post: world.post, stop: async () => undefined }
  const database = await openDatabase(world.database.options)
  const services = { config: world.config, database, now: world.now, newId: randomUUID }
  const engine = await createLocalEngine(services, createLog({ write: () => undefined }), {
    runClubCommand: async () => 0,
    importDemoIfDue: async () => undefined,
  })
  return {
    async post(input) {
      const reply = await engine.dispatch({
        json: Buffer.from(JSON.stringify(input)),
        token: null,
        hostSlug: null,
        peer: '192.0.2.200',
        requestId: randomUUID(),
      })
      return { status: reply.status, text: reply.body, json: () => JSON.parse(reply.body) }
    },
    stop: () => engine.close(),
  }
}

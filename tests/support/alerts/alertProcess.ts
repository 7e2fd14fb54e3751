// A process that sends a club's messages, for tests that must kill it in the middle.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createAlertJob } from '../../../src/server/alerts/jobs.ts'
import { alerts } from '../../../src/server/assembly/alerts.ts'
import { sendMail } from '../../../src/server/assembly/mailJob.ts'
import { type OpenOptions, openDatabase } from '../../../src/server/db/open.ts'
import { parseConfig } from '../../../src/server/process/config.ts'
import { createLog } from '../../../src/server/process/log.ts'
import { getPushKeys } from '../../../src/server/providers/push.ts'
import { openPushSender } from '../../../src/server/providers/pushSend.ts'
import { createRunner } from '../../../src/server/queue/runner.ts'
import { connectToTestServer, publicAddress } from './pushServer.ts'

interface Task {
  readonly options: OpenOptions
  /** Of the test's push service. */
  readonly port: number
  readonly smtpUrl: string
  /** What its clock says when it begins, in epoch milliseconds. */
  readonly now: number
}

/** Begins to send what is due, and says so. The answer kills it with SIGKILL. */
export async function startAlertProcess(task: Task): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(task)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (child.exitCode !== null) throw new Error('the process that sends ended')
  return async () => {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
}

async function work({ options, port, smtpUrl, now }: Task): Promise<void> {
  const database = await openDatabase({ ...options, migrate: false })
  const begun = Date.now()
  const config = parseConfig(
    {
      DATA_DIR: options.dataDir,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'club@harbor.example',
      ORIGIN: 'https://harbor.example',
    },
    [],
  )
  const services = { config, database, now: () => now + Date.now() - begun, newId: randomUUID }
  const network = {
    resolve: async () => [publicAddress],
    connect: (_address: string, host: string) => connectToTestServer(port, host),
  }
  const sender = openPushSender(services, network, await getPushKeys(services))
  const runner = createRunner({
    services,
    log: createLog({ write: () => undefined }),
    handlings: { alert: createAlertJob({ alerts, push: sender, sendMail }) },
    recurring: [],
  })
  await runner.start()
  process.send?.('begun')
}

if (import.meta.main) await work(JSON.parse(process.argv[2] ?? '{}'))

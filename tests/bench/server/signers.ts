// Members who sign in all at once, in a process of their own. Run as `fork(signers.ts, [port, tenantId, password,
// email…])`. Each message starts a storm with one sign-in for each address, and is answered with a `Storm`.
import { openLightClient } from '../../support/processes/lightClient.ts'

export interface Storm {
  /** From the first request to the last answer. */
  ms: number
  signedIn: number
  /** The codes of the others. */
  refused: string[]
}

const [port, tenantId, password, ...emails] = process.argv.slice(2)
const clients = emails.map(() => openLightClient(Number(port)))

process.on('message', async () => {
  const startedAt = performance.now()
  const answers = await Promise.all(
    clients.map((client, at) =>
      client.call({ action: 'member_login', tenantId, username: emails[at], password, ttl: 24 }),
    ),
  )
  const parsed = answers.map(({ text }) => JSON.parse(text) as { success: boolean; code?: string })
  const storm: Storm = {
    ms: performance.now() - startedAt,
    signedIn: parsed.filter(({ success }) => success).length,
    refused: parsed.flatMap(({ success, code = 'no code' }) => (success ? [] : [code])),
  }
  process.send?.(storm)
})
process.send?.('ready')

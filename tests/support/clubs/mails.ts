// The mails that a test's server has sent so far, in its sandbox.
import type { World } from '../database/world.ts'

export interface SentMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Those to an address, oldest first, after all jobs that are due. */
export async function readMails(world: Pick<World, 'engine' | 'listRows'>, to: string): Promise<SentMail[]> {
  await world.engine.runDue()
  const rows = await world.listRows(null, 'sandbox_message', { kind: 'mail' }, undefined, 'id')
  return rows
    .filter((row) => row.recipient === to)
    .map(({ recipient, subject, text }) => ({ to: recipient, subject, text }))
}

/** The secret in the fragment of the last mail's link. Fails without one. */
export async function readSecret(
  world: Pick<World, 'engine' | 'listRows'>,
  to: string,
  name: 'confirm' | 'undo' | 'invitation',
): Promise<string> {
  const mails = await readMails(world, to)
  const found = new RegExp(`#${name}=([A-Z0-9]+)`).exec(mails.at(-1)?.text ?? '')?.[1]
  if (found === undefined) throw new Error(`no ${name} link in the last of ${mails.length} mails to ${to}`)
  return found
}

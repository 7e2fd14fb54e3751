// What the server prints when it is ready: the club's address and people of the demo club.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { toPageAddress } from './club/addresses.ts'
import type { Config } from './process/config.ts'

/** The part of `DATA_DIR/demo.json` that is used here. */
const demoShape = z.object({
  tenants: z.array(
    z.object({
      subdomain: z.string(),
      name: z.string(),
      members: z.array(z.object({ role: z.string(), email: z.string(), password: z.string().optional() })),
      events: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          judges: z.array(z.object({ judgeId: z.string(), phone: z.string(), link: z.string() })),
          voters: z.array(z.object({ link: z.string() })),
        }),
      ),
    }),
  ),
})

/** Lines for a person. With the demo club, also a member, a judge and a voter. */
export async function createGreeting(config: Config): Promise<string> {
  const tenant = (await findDemo(config.dataDir))?.tenants[0]
  if (tenant === undefined) return `Showfield is ready: ${config.origin}/portal\n`
  const event = tenant.events[0]
  const member = tenant.members.find(({ role }) => role === 'member')
  const judge = event?.judges[0]
  const voter = event?.voters[0]
  const lines = [['Club', `${tenant.name}: ${toPageAddress(config, { slug: tenant.subdomain }, '/portal')}`]]
  if (event !== undefined) {
    const address = toPageAddress(config, { slug: tenant.subdomain }, `/portal/viewer/${event.id}`)
    lines.push(['Show', `${event.name}: ${address}`])
  }
  if (member?.password !== undefined) lines.push(['Member', `${member.email}, password ${member.password}`])
  if (judge !== undefined) lines.push(['Judge', `${judge.judgeId}, telephone ${judge.phone}: ${judge.link}`])
  if (voter !== undefined) lines.push(['Voter', voter.link])
  return `Showfield is ready.\n${lines.map(([label = '', text]) => `  ${label.padEnd(8)}${text}\n`).join('')}`
}

async function findDemo(dataDir: string): Promise<z.output<typeof demoShape> | undefined> {
  try {
    return demoShape.parse(JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')))
  } catch {
    return undefined // without a demo club there is nobody to name
  }
}

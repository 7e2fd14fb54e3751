// A club's world with a push service, and short functions to subscribe, to wait and to read what came.

import { alertGatherMs } from '../../../src/server/limits/times.ts'
import type { SeededClub } from '../clubs/clubs.ts'
import { type ClubWorld, openClubWorld } from '../clubs/clubWorld.ts'
import { createOfficer, type Officer } from '../clubs/officer.ts'
import type { Engine } from '../database/database.ts'
import { type PushServer, startPushServer, type TestDevice } from './pushServer.ts'

export interface AlertClub {
  readonly world: ClubWorld
  readonly server: PushServer
  readonly club: SeededClub
  readonly run: Officer
  /** The call of a browser. Without a device it has a new one. */
  subscribe(input?: Record<string, unknown>, token?: string, device?: TestDevice): Promise<TestDevice>
  addFile(name: string): Promise<number>
  /** Moves the clock by this time, and does all that is due. */
  pass(ms: number): Promise<void>
  /** Sends what is gathering. */
  send(): Promise<void>
  /** Title and body of what came to a device, or to all. */
  readPushes(device?: TestDevice): string[]
  readMails(): Promise<{ to: string; subject: string; text: string }[]>
  listDeliveries(): Promise<Delivery[]>
  /** Nothing was told, nobody has subscribed, and everything due is done. */
  reset(): Promise<void>
  dispose(): Promise<void>
}

interface Delivery {
  state: string
  way: string
  attempts: number
  lost: number
}

export async function openAlertClub(engine: Engine): Promise<AlertClub> {
  const server = await startPushServer()
  const world = await openClubWorld(engine, { pushNetwork: server.network })
  const { a: club } = world.clubs
  return {
    world,
    server,
    club,
    run: createOfficer(world, club),
    async subscribe(input = {}, token, device = server.makeDevice()) {
      const call = { ...device, ...input }
      const answer = await world.ask(club, 'webpush_subscribe', call, { token })
      if (!answer.success) throw new Error(`not subscribed: ${JSON.stringify(answer)}`)
      return device
    },
    addFile: async (name) =>
      (
        await world.insertRow(club, 'media_file', {
          name,
          content_type: 'application/pdf',
          hash: 'none',
          bytes: 1,
        })
      ).id,
    async pass(ms) {
      world.pass(ms)
      await world.engine.runDue()
    },
    async send() {
      world.pass(alertGatherMs)
      await world.engine.runDue()
    },
    readPushes: (device) =>
      server.received
        .filter(({ endpoint }) => device === undefined || endpoint === device.endpoint)
        .map(({ notice: { title, body } }) => `${title} | ${body}`),
    readMails: async () => {
      const rows = await world.listRows(null, 'sandbox_message', { kind: 'mail' })
      return rows
        .map(({ recipient, subject, text }) => ({ to: recipient, subject, text }))
        .toSorted((one, other) => (one.to < other.to ? -1 : 1))
    },
    listDeliveries: () =>
      world.listRows(club, 'alert_delivery', {}, ['state', 'way', 'attempts', 'lost'], 'id'),
    async reset() {
      for (const each of [club, world.clubs.b]) {
        await world.deleteRows(each, 'alert')
        await world.deleteRows(each, 'push_subscription')
        for (const { id } of Object.values(each.people)) {
          if (id !== each.people.owner.id) await world.deleteRows(each, 'member_settings', { member_id: id })
        }
      }
      await world.deleteRows(null, 'job')
      await world.deleteRows(null, 'sandbox_message')
      // all windows of the limits have passed
      world.pass(3_600_000)
      await world.engine.runDue()
      server.reset()
    },
    async dispose() {
      await world.dispose()
      await server.close()
    },
  }
}

// Row 10: 500 phones look at one map while spaces are sold, beside the same server with nobody there.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { median } from '../rows.ts'
import { type Bench, findShow } from '../subject.ts'

const viewers = 500
const readsEach = 40

interface Answer extends Record<string, unknown> {
  success: boolean
}

export const availability: Bench = {
  async open(subject, { turns, atEnd }) {
    const product = await subject.shareProduct()
    const { tenant } = findShow(product)
    const call: Call = async <T extends Answer>(action: string, input: object): Promise<T> => {
      const answer = await fetch(`${product.origin}/dart/core`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ action, subdomain: tenant.subdomain, ...input }),
      })
      return (await answer.json()) as T
    }
    const { event, free } = await findSpaces(call, turns)
    const read = async (): Promise<number> => {
      const figures: number[] = []
      for (let turn = 0; turn < readsEach; turn += 1) {
        const startedAt = performance.now()
        await call('get_event', { event: String(event) })
        figures.push(performance.now() - startedAt)
      }
      return median(figures)
    }
    await read()
    return {
      async measure() {
        const alone = await read()
        const crowd = await gather(product.port, tenant.subdomain, event)
        atEnd(() => crowd.kill())
        const among = await read()
        const space = free.pop()
        if (space === undefined) throw new Error('the demo has too few free spaces')
        const seen = once(crowd, 'message')
        crowd.send(space.elementId)
        await sell(call, event, space)
        const [{ worstMs, failed }] = await seen
        const left = once(crowd, 'close')
        crowd.kill()
        await left
        return [
          {
            id: 'read',
            what: `an event is read while ${viewers} phones look at its map`,
            beside: 'the same with nobody there',
            figure: among / alone,
            unit: 'times',
            goal: { atMost: 2 },
            more: { among: [among, 'ms'], alone: [alone, 'ms'] },
          },
          {
            id: 'seen',
            what: `until the last of ${viewers} phones sees that a space is taken`,
            figure: worstMs / 1000,
            unit: 's',
            goal: { atMost: 5 },
            fault: failed === 0 ? undefined : `${failed} looks were not answered`,
          },
        ]
      },
    }
  },
}

interface FreeSpace {
  eventMapId: number
  elementId: number
}

type Call = <T extends Answer>(action: string, input: object) => Promise<T>

async function findSpaces(call: Call, wanted: number): Promise<{ event: number; free: FreeSpace[] }> {
  interface Shown {
    id: number
    maps: { id: number; available: boolean; elements: { id: number; available: boolean; cost: number }[] }[]
  }
  const { events } = await call<Answer & { events: Shown[] }>('get_upcoming_events', { availability: '0' })
  for (const { id, maps } of events) {
    const { taken } = await call<Answer & { taken: number[] }>('get_event_availability', { eventId: id })
    const free = maps
      .filter(({ available }) => available)
      .flatMap(({ id: eventMapId, elements }) =>
        elements
          .filter((space) => space.available && space.cost > 0 && !taken.includes(space.id))
          .map((space) => ({ eventMapId, elementId: space.id })),
      )
    if (free.length >= wanted) return { event: id, free }
  }
  throw new Error('the demo sells no spaces')
}

async function gather(port: number, subdomain: string, event: number): Promise<ChildProcess> {
  const args = [String(port), subdomain, String(event), String(viewers)]
  const crowd = fork(join(import.meta.dirname, 'viewers.ts'), args)
  await once(crowd, 'message')
  return crowd
}

/** Somebody opens the payment of this space: from then on it is held for them. */
async function sell(call: Call, eventId: number, space: FreeSpace): Promise<void> {
  const email = `${randomUUID().slice(0, 8)}@bench.example`
  const who = { city: 'Salem', state: 'MA', zip: '01970', phone: '5550100400', email }
  const vendor = { ...who, name: 'Bo Buyer', address: '5 Oak Street', vendorType: 1 }
  const order = { kind: 'event', payload: { eventId, vendor, reservations: [space] } }
  const { quote } = await call<Answer & { quote: { grandTotalCents: number } }>('quote_order', { order })
  const answer = await call('create_payment_intent', {
    amount: quote.grandTotalCents,
    receiptEmail: email,
    category: 4,
    key: randomUUID(),
    order,
  })
  if (!answer.success) throw new Error(`the space was not sold: ${JSON.stringify(answer)}`)
}

// Row 13: a show is read while twenty pictures that take as long as a picture may, or say that they are huge, are
// sent at once, beside the same server with nothing else to do (T2.35).
import type { Product } from '../../support/browsers/product.ts'
import { heavyJpeg, heavyPng, hugePng, slowPng } from '../../support/corpora/hostilePictures.ts'
import { type LightClient, openLightClient } from '../../support/processes/lightClient.ts'
import { median } from '../rows.ts'
import { type Bench, findShow } from '../subject.ts'

const pictures = 20
const quietReads = 300

interface Sender {
  readonly subdomain: string
  readonly id: number
  readonly token: string
}

export const picture: Bench = {
  async open(subject, { atEnd }) {
    const product = await subject.shareProduct()
    const { tenant, event } = findShow(product)
    const hostile: readonly Hostile[] = [
      { imageData: toDataUrl(heavyPng()), answer: '{"success":true' },
      { imageData: toDataUrl(await heavyJpeg()), answer: '{"success":true' },
      { imageData: toDataUrl(await slowPng()), answer: '{"success":true' },
      { imageData: toDataUrl(hugePng()), answer: '"code":"picture-too-large"' },
    ]
    const viewer = openLightClient(product.port)
    atEnd(viewer.close)
    let reads = 0
    const read = async (figures: number[]): Promise<void> => {
      const startedAt = performance.now()
      // no phone reads so often: its address would soon have to wait
      const from = `10.0.0.${(reads >> 10) % 250}`
      reads += 1
      const path = `/dart/pack/${event.id}?subdomain=${tenant.subdomain}`
      const pack = await viewer.get(path, [`X-Forwarded-For: ${from}`])
      const body = { action: 'get_event_pack', subdomain: tenant.subdomain, eventId: event.id }
      const answer = await viewer.call(body, { from })
      figures.push(performance.now() - startedAt)
      if (pack.status !== 200 || !answer.text.startsWith('{"success":true')) throw new Error(answer.text)
    }
    const readQuietly = async (): Promise<number[]> => {
      const figures: number[] = []
      for (let turn = 0; turn < quietReads; turn += 1) await read(figures)
      return figures
    }
    await readQuietly()
    // a member may send thirty pictures in half an hour, so each round is another's
    const senders = await signInAll(product)
    return {
      async measure() {
        const sender = senders.pop()
        if (sender === undefined) throw new Error('the demo has too few members')
        const alone = median(await readQuietly())
        const startedAt = performance.now()
        let isOver = false
        const sending = sendAll(product, sender, hostile).finally(() => {
          isOver = true
        })
        const among: number[] = []
        while (!isOver) await read(among)
        await sending
        const seconds = (performance.now() - startedAt) / 1000
        const sorted = among.sort((a, b) => a - b)
        return [
          {
            id: 'read',
            what: `the viewer's reads while ${pictures} hostile pictures are read`,
            beside: 'the same reads with nothing else to do',
            figure: median(among) / alone,
            unit: 'times',
            goal: { atMost: 2 },
            more: {
              among: [median(among), 'ms'],
              alone: [alone, 'ms'],
              'the pictures took': [seconds, 's'],
            },
          },
          {
            id: 'read-95',
            what: `95 of 100 of the viewer's reads while ${pictures} hostile pictures are read`,
            beside: 'no more than nobody minds',
            figure: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
            unit: 'ms',
            goal: { atMost: 300 },
          },
        ]
      },
    }
  },
}

interface Hostile {
  readonly imageData: string
  /** Its answer contains this. */
  readonly answer: string
}

const toDataUrl = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

async function signInAll({ port, demo }: Product): Promise<Sender[]> {
  const client = openLightClient(port)
  const senders: Sender[] = []
  for (const { subdomain, members } of demo.tenants) {
    for (const { role, email, password } of members) {
      if (password === undefined || role === 'expired') continue
      const signedIn = await client.call({
        action: 'member_login',
        subdomain,
        username: email,
        password,
        ttl: 24,
      })
      const token = /\r\nx-dart-token: *(\S+)/i.exec(signedIn.headers)?.[1] ?? ''
      const { text } = await client.call({ action: 'member_authorize', subdomain }, { token })
      senders.push({ subdomain, id: (JSON.parse(text) as { member: { id: number } }).member.id, token })
    }
  }
  client.close()
  return senders
}

async function sendAll(
  { port }: Product,
  { subdomain, id, token }: Sender,
  hostile: readonly Hostile[],
): Promise<void> {
  const clients: LightClient[] = Array.from({ length: pictures }, () => openLightClient(port))
  const wrong = await Promise.all(
    clients.map(async (client, at) => {
      const { imageData, answer } = hostile[at % hostile.length] as Hostile
      const { text } = await client.call(
        { action: 'update_member', subdomain, id, avatar: imageData },
        { token },
      )
      return text.includes(answer) ? [] : [text]
    }),
  )
  for (const client of clients) client.close()
  const [first] = wrong.flat()
  if (first !== undefined) throw new Error(`a picture had another answer: ${first}`)
}

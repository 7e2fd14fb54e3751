import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseWizardSearch } from '../../../src/app/wizard/wizardSearch.ts'
import { minuteMs } from '../../../src/domain/time.ts'
import { letters, type MailMessage } from '../../../src/server/assembly/letters.ts'
import type { MailedOrder } from '../../../src/server/order/letters/orderLetters.ts'
import { isAddress } from '../../../src/server/process/mailAddress.ts'
import { createMailer } from '../../../src/server/providers/mail.ts'
import { addMail, type NewMail } from '../../../src/server/queue/queue.ts'
import { type ClubWorld, openClubWorld, setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import {
  type MailServer,
  readMail,
  startMailServer,
  startSilentServer,
} from '../../support/processes/mailServer.ts'

const to = 'ada.quill@club.example'
/** Not where chance brings the same four digits into an id. */
const orderNumber = /(?<![-\da-f])4711(?![-\da-f])/

const order: MailedOrder = {
  number: 4711,
  key: '6a1f6c5e-0b55-4a6e-9a52-6a4a60f3d111',
  at: '2026-06-12T16:00:00Z',
  quote: {
    lines: [
      { kind: 'membership', label: 'Membership', quantity: 2, amountCents: 123_450 },
      { kind: 'donation', label: 'Donation', quantity: 1, amountCents: 2500 },
    ],
    subTotalCents: 125_950,
    discountCents: 500,
    serviceFeeCents: 150,
    taxesCents: 905,
    grandTotalCents: 126_505,
  },
}
const receipt: MailMessage = {
  kind: 'receipt',
  order,
  bought: [{ kind: 'membership', label: 'Family', years: 2, expiration: '2028-06-12' }, { kind: 'donation' }],
}

/** Bought for nothing. */
const free: MailedOrder = {
  ...order,
  quote: {
    lines: [{ kind: 'membership', label: 'Membership', quantity: 1, amountCents: 0 }],
    subTotalCents: 0,
    discountCents: 0,
    serviceFeeCents: 0,
    taxesCents: 0,
    grandTotalCents: 0,
  },
}

const shifts: MailMessage = {
  kind: 'shifts',
  event: 'Cars & Coffee',
  place: 'Prescott Park, Portsmouth',
  timeZone: 'America/New_York',
  shifts: [
    { id: 7, schedule: 'Gate', instructions: 'Wear a vest.\nBring water.', ...toShift(7, 30, 2.5) },
    { id: 8, schedule: 'Tent', instructions: '', ...toShift(12, 0, 1) },
    { id: 9, schedule: 'Gate', instructions: 'Wear a vest.\nBring water.', ...toShift(22, 0, 4) },
  ],
  gift: 'Mug',
  at: '2026-06-01T10:00:00Z',
}

function toShift(start: number, startMinute: number, duration: number) {
  return { shiftDate: '2026-06-13', start, startMinute, duration }
}

describeOnEachEngine('a mail', (engine) => {
  let server: MailServer
  let world: ClubWorld
  let from: number

  beforeAll(async () => {
    server = await startMailServer()
    world = await openClubWorld(engine, {
      env: {
        SMTP_URL: server.url,
        MAIL_FROM: 'Showfield <post@portal.example>',
        ORIGIN: 'https://portal.example',
      },
    })
  })
  beforeEach(() => {
    server.received.length = 0
    from = world.lines().length
  })
  afterAll(async () => {
    await world.dispose()
    await server.close()
  })

  const logged = () => world.lines().slice(from).join('\n')

  /** No part of a mail may be in a log. */
  afterEach(() => {
    expect(logged()).not.toMatch(/ada\.quill|club\.example|6a1f6c5e|Family|evil/)
    expect(logged()).not.toMatch(orderNumber)
  })

  async function send(more: Partial<NewMail<MailMessage>> = {}): Promise<void> {
    const { a } = world.clubs
    await world.inClub(a, (tx) => addMail(tx, letters, { to, language: 'en', message: receipt, ...more }))
    await world.engine.runDue()
  }

  const listStates = () =>
    world.database.withoutClub((tx) =>
      tx
        .selectFrom('job')
        .where('kind', '=', 'mail')
        .orderBy('id', 'desc')
        .limit(1)
        .select(['state', 'last_error'])
        .execute(),
    )

  const readOnly = () => {
    expect(server.received).toHaveLength(1)
    return readMail(server.received[0]?.raw ?? '')
  }

  it('reaches its reader as text and as HTML, from the club by our address', async () => {
    await send()
    expect(server.received).toMatchObject([{ from: 'post@portal.example', to: [to] }])
    const { headers, text, html } = readOnly()
    expect(headers.get('from')).toBe('Harbor Classics <post@portal.example>')
    expect(headers.get('to')).toBe(to)
    expect(headers.get('subject')).toBe('Harbor Classics: receipt for order 4711')
    expect(headers.get('message-id')).toMatch(/^<[0-9a-f-]{36}@portal\.example>$/)
    expect(headers.get('date')).toBe(new Date(world.now()).toUTCString().replace('GMT', '+0000'))
    expect(headers.get('content-language')).toBe('en')
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    for (const words of [
      'Your membership, Family, is good until June 11, 2028.',
      '100% of it goes to Harbor Classics.',
      'Membership (2 years)',
      '$1,234.50',
      'Sub-total',
      'Discounts',
      '−$5.00',
      '$1,254.50',
      'Service fee',
      '$1.50',
      'Taxes',
      '$9.05',
      'Total',
      '$1,265.05',
      'June 12, 2026, 12:00 PM EDT',
      'under the name Showfield',
      'order 4711',
      'If you have no password yet, you choose one there, with a code that we mail to you.',
      `https://portal.example/portal/signin?subdomain=harbor#email=${encodeURIComponent(to)}`,
      `https://portal.example/portal/order?subdomain=harbor#key=${order.key}`,
    ]) {
      expect(text).toContain(words)
      expect(html.replaceAll('&amp;', '&')).toContain(words)
    }
    expect(await listStates()).toEqual([{ state: 'done', last_error: null }])
  })

  it('names all cars, spaces and tickets of an order in one sentence each, and each ticket with its code', async () => {
    const event = 'Spring Meet'
    const codes = (letter: string, count: number) =>
      Array.from({ length: count }, (_one, at) => `${letter.repeat(4)}-0000-0000-000${at}`)
    const message: MailMessage = {
      kind: 'receipt',
      order,
      bought: [
        { kind: 'registration', event, label: '1936 Ford Pickup', carNumber: '7001' },
        { kind: 'registration', event, label: '', carNumber: '101' },
        { kind: 'space', event, label: 'Meadow A1' },
        { kind: 'space', event, label: 'Meadow A2' },
        { kind: 'ticket', event, label: 'Day pass', codes: codes('A', 2) },
        { kind: 'ticket', event, label: 'Dinner', codes: codes('B', 1) },
      ],
    }
    const said = {
      en: [
        'Thank you for registering for Spring Meet. Your car numbers: 7001 (1936 Ford Pickup), 101.',
        'Thank you for signing up for Spring Meet. Your spaces: Meadow A1, Meadow A2.',
        'Thank you for your purchase for Spring Meet. Your tickets: Day pass × 2, Dinner.',
        'Ticket 2: Day pass: AAAA-0000-0000-0001',
        'Ticket 3: Dinner: BBBB-0000-0000-0000',
      ],
      es: [
        'Gracias por inscribirse en Spring Meet. Sus números de auto: 7001 (1936 Ford Pickup), 101.',
        'Gracias por inscribirse en Spring Meet. Sus espacios: Meadow A1, Meadow A2.',
        'Gracias por su compra para Spring Meet. Sus entradas: Day pass × 2, Dinner.',
        'Entrada 2: Day pass: AAAA-0000-0000-0001',
        'Entrada 3: Dinner: BBBB-0000-0000-0000',
      ],
    } as const
    for (const language of ['en', 'es'] as const) {
      await send({ message, language })
      const { text } = readMail(server.received.at(-1)?.raw ?? '')
      for (const words of said[language]) expect(text).toContain(words)
      expect(text.match(/Spring Meet/g)).toHaveLength(3)
    }
  })

  it('says whom to ask, and is answered to the address that the club has chosen', async () => {
    const { a } = world.clubs
    const [{ settings } = { settings: {} }] = await world.listRows(a, 'club', {}, ['settings'])
    const sendWith = async (changed: object) => {
      const text = JSON.stringify({ ...(settings as object), ...changed })
      await world.changeRows(a, 'club', {}, { settings: text })
      server.received.length = 0
      await send({ language: 'en' })
      return readOnly()
    }
    const whole = await sendWith({})
    expect(whole.headers.get('reply-to')).toContain('answers@harborclassics.example')
    expect(whole.text).toContain('To ask Harbor Classics: office@harborclassics.example, (555) 555-0142')
    const withoutReplyTo = await sendWith({ replyTo: '' })
    expect(withoutReplyTo.headers.get('reply-to')).toContain('office@harborclassics.example')
    const bare = await sendWith({ replyTo: '', contactEmail: '', contactPhone: '' })
    expect(bare.headers.get('reply-to')).toBeUndefined()
    expect(bare.text).not.toContain('To ask')
    await sendWith({})
  })

  it("is in the club's language for those whose own is not known", async () => {
    const { a } = world.clubs
    const speak = (language: 'en' | 'es') => world.changeRows(a, 'club', {}, { language })
    await speak('es')
    await send({ language: null })
    expect(readOnly().headers.get('content-language')).toBe('es')
    server.received.length = 0
    await send({ language: 'en' })
    expect(readOnly().headers.get('content-language')).toBe('en')
    await speak('en')
  })

  it('is written in Spanish for those who read Spanish', async () => {
    await send({ language: 'es' })
    const { headers, text, html } = readOnly()
    expect(headers.get('subject')).toBe('Harbor Classics: recibo del pedido 4711')
    expect(headers.get('content-language')).toBe('es')
    expect(html).toContain('<html lang="es">')
    for (const words of [
      'Su membresía, Family, es válida hasta el 11 de junio de 2028.',
      'El 100 % es para Harbor Classics.',
      'Membresía (2 años)',
      '$1,265.05',
      'Cargo por servicio',
      '12 de junio de 2026, 12:00 p. m. EDT',
      'aparece con el nombre Showfield',
    ]) {
      expect(text).toContain(words)
      expect(html).toContain(words)
    }
    expect(text).not.toMatch(/\b(?:your|receipt|thank)\b/i)
  })

  it.each([
    [
      {
        kind: 'receipt',
        order,
        bought: [{ kind: 'renewal', label: 'Family', years: 2, expiration: '2028-06-12', autoRenews: true }],
      },
      [
        'receipt for order 4711',
        'Thank you for staying with Harbor Classics. Your membership, Family, is now good until June 11, 2028.',
        'It renews automatically each time it expires, for one year, with your saved card.',
        'You can turn this off at any time in the member portal, under Membership.',
        'Total: $1,265.05',
      ],
      [
        'recibo del pedido 4711',
        'Gracias por seguir en Harbor Classics. Su membresía, Family, es válida ahora hasta el 11 de junio de 2028.',
        'Se renueva automáticamente cada vez que vence, por un año, con su tarjeta guardada.',
        'Puede desactivarlo en cualquier momento en el portal de socios, en Membresía.',
        'Total: $1,265.05',
      ],
    ],
    [
      {
        kind: 'receipt',
        order: free,
        bought: [{ kind: 'membership', label: 'Junior', years: 1, expiration: '2027-06-12' }],
      },
      [
        'receipt for order 4711',
        'is good until June 11, 2027',
        'Nothing was charged. This is your receipt.',
        'Total: $0.00',
      ],
      [
        'recibo del pedido 4711',
        'hasta el 11 de junio de 2027',
        'Si todavía no tiene contraseña, la elige allí con un código que le enviamos por correo.',
        'No se ha cobrado nada. Este es su recibo.',
        'Total: $0.00',
      ],
    ],
    [
      {
        kind: 'refund',
        order,
        lines: [{ kind: 'renewal', label: 'Family', quantity: 1, amountCents: 4000 }],
        refundedCents: 4000,
        reason: { kind: 'by-club' },
        autoRenewEnded: true,
      },
      [
        'refund for order 4711',
        'Renewal of membership (1 year): $40.00',
        'the club decided to give it back.',
        'The membership does not renew automatically any more.',
      ],
      [
        'reembolso del pedido 4711',
        'Renovación de la membresía (1 año): $40.00',
        'el club decidió devolverlo.',
        'La membresía ya no se renueva automáticamente.',
      ],
    ],
    [
      {
        kind: 'refund',
        order,
        lines: [],
        refundedCents: 126_505,
        reason: { kind: 'officer', text: 'You asked us to' },
      },
      ['refund for order 4711', 'returned $1,265.05', 'That is all of it.', 'The reason: You asked us to.'],
      [
        'reembolso del pedido 4711',
        'devuelto $1,265.05',
        'Es el monto completo.',
        'El motivo: You asked us to.',
      ],
    ],
    [
      {
        kind: 'refund',
        order,
        lines: [{ kind: 'donation', label: '', quantity: 1, amountCents: 2500 }],
        refundedCents: 2500,
        reason: { kind: 'renewed-already' },
      },
      ['returned $25.00', 'Donation: $25.00', 'had been renewed for the same time already'],
      ['devuelto $25.00', 'Donación: $25.00', 'ya se había renovado para el mismo período'],
    ],
    [
      { kind: 'late-payment', order, refundedCents: 126_505 },
      ['your payment for order 4711 was returned', 'returned all of it, $1,265.05'],
      ['hemos devuelto su pago del pedido 4711', 'el monto completo, $1,265.05'],
    ],
    [
      shifts,
      [
        'your volunteer shifts at Cars & Coffee',
        'Thank you for helping at Cars & Coffee. These are the shifts that you have taken.',
        'Shift: Gate',
        'June 13, 2026: 7:30\u00a0AM – 10:00\u00a0AM',
        'June 13, 2026: 10:00\u00a0PM – 2:00\u00a0AM',
        'Wear a vest.',
        'Bring water.',
        'Shift: Tent',
        'Your thank-you gift, while supplies last: Mug.',
        'Tell Harbor Classics, so that somebody else can take the shift.',
      ],
      [
        'sus turnos de voluntario en Cars & Coffee',
        'Gracias por ayudar en Cars & Coffee. Estos son los turnos que ha tomado.',
        'Turno: Gate',
        '13 de junio de 2026: 7:30\u00a0a.\u00a0m. – 10:00\u00a0a.\u00a0m.',
        '13 de junio de 2026: 10:00\u00a0p.\u00a0m. – 2:00\u00a0a.\u00a0m.',
        'Wear a vest.',
        'Bring water.',
        'Turno: Tent',
        'Su regalo de agradecimiento, hasta agotar existencias: Mug.',
        'Avise a Harbor Classics para que otra persona pueda tomar el turno.',
      ],
    ],
    [
      { kind: 'review', order, paidCents: 5000 },
      ['we are looking at your payment for order 4711', 'received $50.00', 'do not pay again'],
      ['estamos revisando su pago del pedido 4711', 'recibido $50.00', 'no vuelva a pagar'],
    ],
  ] as const satisfies readonly (readonly [MailMessage, readonly string[], readonly string[]])[])(
    'about %o says so in both languages, as text and as HTML',
    async (message, english, spanish) => {
      for (const [language, words] of [
        ['en', english],
        ['es', spanish],
      ] as const) {
        server.received.length = 0
        await send({ message, language })
        const { headers, text, html } = readOnly()
        expect(html).toContain(`<html lang="${language}">`)
        for (const word of words) {
          expect(`${headers.get('subject')}\n${text}`).toContain(word)
          // one line in the text is two cells here
          for (const part of word.split(': ')) expect(html).toContain(part.replaceAll('&', '&amp;'))
        }
      }
    },
  )

  it('to a volunteer puts each shift into their calendar', async () => {
    await send({ message: shifts })
    const { text, attachments } = readOnly()
    expect(text).toContain('The attached file puts the shifts into your calendar.')
    expect(attachments).toMatchObject([
      { name: 'shifts.ics', disposition: 'attachment', type: expect.stringMatching(/^text\/calendar;/) },
    ])
    const lines = attachments[0]?.content.toString('utf8').replaceAll('\r\n ', '').split('\r\n') ?? []
    expect(lines.slice(4, 12)).toEqual([
      'BEGIN:VEVENT',
      'UID:shift-7@portal.example',
      'DTSTAMP:20260601T100000Z',
      'DTSTART:20260613T113000Z',
      'DTEND:20260613T140000Z',
      'SUMMARY:Gate\\, Cars & Coffee',
      'DESCRIPTION:Wear a vest.\\nBring water.',
      'LOCATION:Prescott Park\\, Portsmouth',
    ])
    expect(lines.filter((line) => line.startsWith('UID'))).toHaveLength(3)
    expect(lines).toContain('DTEND:20260614T060000Z')
  })

  it('without files has only its two texts', async () => {
    await send()
    expect(readOnly().attachments).toEqual([])
  })

  it('that is refused for now is sent later, under the same name', async () => {
    server.refuseRecipients.push(450)
    server.refuseMessages.push(451)
    await send()
    expect(await listStates()).toEqual([
      { state: 'waiting', last_error: 'the mail server refused the mail with 450' },
    ])
    world.pass(minuteMs)
    await world.engine.runDue()
    expect(server.received).toEqual([])
    world.pass(minuteMs)
    await world.engine.runDue()
    expect(server.received).toHaveLength(1)
    expect(await listStates()).toEqual([{ state: 'done', last_error: null }])
  })

  it.each([
    ['its reader', () => server.refuseRecipients.push(550)],
    ['what it says', () => server.refuseMessages.push(554)],
  ])(
    'of which the server refuses %s for good is not sent again, and an alarm is raised',
    async (_name, refuse) => {
      refuse()
      await send()
      world.pass(24 * 60 * minuteMs)
      await world.engine.runDue()
      expect(server.received).toEqual([])
      expect(await listStates()).toMatchObject([{ state: 'failed' }])
      expect(logged()).toContain('"alarm":"a job failed for good"')
    },
  )

  it('whose answer was lost is sent again with the same message id, by which it is known', async () => {
    server.cutAfterData = 1
    await send()
    expect(await listStates()).toMatchObject([{ state: 'waiting' }])
    world.pass(minuteMs)
    await world.engine.runDue()
    expect(server.received).toHaveLength(2)
    const ids = server.received.map(({ raw }) => readMail(raw).headers.get('message-id'))
    expect(new Set(ids).size).toBe(1)
    await send()
    expect(readMail(server.received[2]?.raw ?? '').headers.get('message-id')).not.toBe(ids[0])
  })

  it.each([
    'ada.quill@club.example\r\nBcc: evil@evil.example',
    'ada.quill@club.example, evil@evil.example',
    'ada.quill@club.example;evil@evil.example',
    'Ada <evil@evil.example>',
    '"ada.quill@club.example"@evil.example',
    'ada.quill@club.example>\r\nRCPT TO:<evil@evil.example',
    'ada.quill@club.example evil@evil.example',
    'group:evil@evil.example;',
    'nobody',
    '',
  ])('to %j goes to nobody', async (address) => {
    await send({ to: address })
    expect(server.received).toEqual([])
    expect(await listStates()).toEqual([{ state: 'failed', last_error: 'the address is not valid' }])
  })

  it('takes no header and no markup from the names in it', async () => {
    const { b } = world.clubs
    const name = 'Mesa\r\nBcc: evil@evil.example\r\n\r\n<script>alert(1)</script> "&" <evil@evil.example>'
    await world.changeRows(b, 'club', {}, { name })
    await world.inClub(b, (tx) =>
      addMail(tx, letters, {
        to,
        language: 'en',
        message: {
          kind: 'refund',
          order,
          lines: [
            { kind: 'new', label: '<img src=x onerror=alert(2)>\r\n.\r\nQUIT', quantity: 3, amountCents: 1 },
          ],
          refundedCents: 1,
          reason: { kind: 'officer', text: '<a href="https://evil.example">\r\nevil</a>' },
        },
      }),
    )
    await world.engine.runDue()
    expect(server.received).toMatchObject([{ to: [to] }])
    const { headers, html, text } = readOnly()
    expect(headers.has('bcc')).toBe(false)
    expect([...headers.keys()].sort()).toEqual([
      'auto-submitted',
      'content-language',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ])
    expect(headers.get('from')).toMatch(/<post@portal\.example>$/)
    expect(html).not.toMatch(/<script|<img|<a href="https:\/\/evil/)
    expect(html).toContain('&lt;script&gt;')
    expect(text).toContain('<img src=x onerror=alert(2)> . QUIT × 3: $0.01')
  })

  it('leads who has joined to a first sign-in, and nobody else', async () => {
    const bought = [{ kind: 'renewal', label: 'Family', years: 1, expiration: '2028-06-12' }] as const
    for (const language of ['en', 'es'] as const) await send({ message: { ...receipt, bought }, language })
    for (const { raw } of server.received) expect(readMail(raw).text).not.toContain('/portal/signin')
    expect(server.received).toHaveLength(2)
  })

  it('needs nothing from elsewhere, and leads to nowhere but the sign-in and the order', async () => {
    await send()
    const { html } = readOnly()
    expect(
      [...html.matchAll(/(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]+)/g)].map(([, at]) =>
        at?.replaceAll('&amp;', '&'),
      ),
    ).toEqual([
      `https://portal.example/portal/signin?subdomain=harbor#email=${encodeURIComponent(to)}`,
      `https://portal.example/portal/order?subdomain=harbor#key=${order.key}`,
    ])
    expect(html).not.toMatch(/<(?:img|link|script|iframe|form|object)\b/)
    const link = new URL(/href="([^"]+order[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '')
    expect(parseWizardSearch(Object.fromEntries(new URLSearchParams(link.hash.slice(1))))).toEqual({
      key: order.key,
    })
  })
})

describe('a mail server', () => {
  const mail = {
    uuid: randomUUID(),
    to,
    fromName: 'Harbor Classics',
    replyTo: '',
    language: 'en',
    subject: 'A subject',
    text: 'a text',
    html: '<p>a text',
    attachments: [],
    at: 0,
  } as const

  it('takes files and pictures along, byte by byte', async () => {
    const server = await startMailServer()
    const bytes = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256))
    await createMailer({ url: server.url, from: 'a@b.example' })({
      ...mail,
      html: '<p><img src="cid:code-1" alt="">',
      attachments: [
        { name: 'code.png', contentType: 'image/png', content: bytes, cid: 'code-1' },
        { name: 'notes.txt', contentType: 'text/plain; charset=utf-8', content: Buffer.from('años\r\n') },
      ],
    })
    const { text, html, attachments } = readMail(server.received[0]?.raw ?? '')
    expect([text.trim(), html.trim()]).toEqual(['a text', '<p><img src="cid:code-1" alt="">'])
    expect(attachments).toMatchObject([
      {
        name: 'code.png',
        type: expect.stringMatching(/^image\/png/),
        disposition: 'inline',
        cid: 'code-1',
      },
      { name: 'notes.txt', type: expect.stringMatching(/^text\/plain/), disposition: 'attachment', cid: '' },
    ])
    expect(attachments[0]?.content.equals(bytes)).toBe(true)
    expect(attachments[1]?.content.toString('utf8')).toBe('años\r\n')
    await server.close()
  })

  it('is told where a press ends newsletters, and nothing of it in other mails', async () => {
    const server = await startMailServer()
    const sendMail = createMailer({ url: server.url, from: 'a@b.example' })
    const stopAddress = 'https://portal.example/newsletter/stop?code=1.0.abc'
    await sendMail({ ...mail, stopAddress })
    await sendMail(mail)
    const [letter = '', other = ''] = server.received.map(({ raw }) =>
      String(raw).replace(/\r\n[ \t]+/g, ' '),
    )
    expect(letter).toContain(`List-Unsubscribe: <${stopAddress}>`)
    expect(letter).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(other).not.toContain('List-Unsubscribe')
    await server.close()
  })

  it('that says nothing is given up in time', async () => {
    const silent = await startSilentServer()
    const sendMail = createMailer({ url: silent.url, from: 'a@b.example' }, { stepMs: 200, mailMs: 60_000 })
    await expect(sendMail(mail)).rejects.toMatchObject({ name: 'JobFault', isFinal: false })
    const whole = createMailer({ url: silent.url, from: 'a@b.example' }, { stepMs: 60_000, mailMs: 200 })
    await expect(whole(mail)).rejects.toMatchObject({ name: 'JobFault', isFinal: false })
    silent.close()
  })

  it("that is not there is told without its address and the reader's", async () => {
    const sendMail = createMailer({ url: 'smtp://127.0.0.1:1', from: 'a@b.example' })
    const fault: Error = await sendMail(mail).then(
      () => new Error('sent'),
      (error) => error,
    )
    expect(fault.message).toBe('the mail server cannot be reached (ECONNREFUSED)')
  })

  it('gets addresses of one mailbox only', () => {
    for (const right of ['a@b.example', "o'hara+cars@sub.b.example", 'josé@bücher.example']) {
      expect([right, isAddress(right)]).toEqual([right, true])
    }
    for (const wrong of [
      'a',
      '@b',
      'a@',
      'a@b@c',
      'a b@c.example',
      'a@b.example\n',
      'a@b\0.example',
      '<a@b.example>',
    ]) {
      expect([wrong, isAddress(wrong)]).toEqual([wrong, false])
    }
  })
})

describeOnEachEngine('a mail without a mail server', (engine) => {
  const world = setUpClubWorld(engine)

  it('waits in the sandbox outbox as text and as HTML, which can be looked at as it looks', async () => {
    const { a } = world.clubs
    for (const language of ['en', 'es'] as const) {
      await world.inClub(a, (tx) =>
        addMail(tx, letters, { to, language, message: receipt, uniqueKey: language }),
      )
      // one after the other: jobs of one kind run side by side
      await world.engine.runDue()
    }
    const mails = JSON.parse((await world.send('/sandbox/mail.json')).text) as Record<string, string>[]
    expect(mails).toEqual([
      {
        to,
        subject: 'Harbor Classics: receipt for order 4711',
        text: expect.stringContaining('This is a test: no card was charged'),
        html: expect.stringContaining('<html lang="en">'),
        at: new Date(world.now()).toISOString(),
      },
      expect.objectContaining({ subject: 'Harbor Classics: recibo del pedido 4711' }),
    ])
    const page = await world.send('/sandbox')
    const [, id] = /href="\/sandbox\/mail\/(\d+)"/.exec(page.text) ?? []
    const letter = await world.send(`/sandbox/mail/${id}`)
    expect(letter.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(letter.headers['content-security-policy']).toContain(
      "default-src 'none'; style-src 'unsafe-inline'",
    )
    expect(letter.text).toBe(mails[0]?.html)
    expect((await world.send('/sandbox/mail/0')).status).toBe(404)
    expect(
      (await world.send(`/sandbox/mail/${id}`, { headers: { host: 'portal.example.com' } })).status,
    ).toBe(404)
    expect(world.lines().join('\n')).not.toMatch(/ada\.quill/)
    expect(world.lines().join('\n')).not.toMatch(orderNumber)
  })

  it('is stored once, however often its job runs', async () => {
    const { a } = world.clubs
    await world.inClub(a, (tx) =>
      addMail(tx, letters, { to: 'b@b.example', language: null, message: receipt }),
    )
    await world.engine.runDue()
    await world.changeRows(
      a,
      'job',
      {},
      {
        state: 'waiting',
        payload: JSON.stringify({ to: 'b@b.example', language: 'en', message: receipt }),
      },
    )
    await world.engine.runDue()
    const mails = JSON.parse((await world.send('/sandbox/mail.json')).text) as { to: string }[]
    expect(mails.filter((mail) => mail.to === 'b@b.example')).toHaveLength(1)
    const left = await world.database.withoutClub((tx) =>
      tx.selectFrom('job').where('state', '<>', 'done').select('last_error').execute(),
    )
    expect(left).toEqual([])
  })
})

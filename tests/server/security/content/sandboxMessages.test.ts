import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { insertSandboxMessage } from '../../../../src/server/db/instance/sandboxMessage.ts'
import { hasSandbox } from '../../../../src/server/http/sandboxMessages.ts'
import { mostSandboxMessages } from '../../../../src/server/limits/sizes.ts'
import { parseConfig } from '../../../../src/server/process/config.ts'
import { getCardProvider } from '../../../../src/server/providers/stripe.ts'
import { openClubWorld, setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

const sandboxToken = 'a token of sixteen or more'

describeOnEachEngine('the sandbox outbox', (engine) => {
  const world = setUpClubWorld(engine, {
    env: { SANDBOX_TOKEN: sandboxToken },
    show: { startsIn: 0, days: 2 },
  })

  const send = (path: string, headers: Record<string, string> = {}) => world.send(path, { headers })
  const paths = ['/sandbox', '/sandbox/sms.json', '/sandbox/mail.json']

  it('shows what was sent to whoever sits at the machine', async () => {
    const { a } = world.clubs
    await world.reviseEvent(a, a.show.id, { name: '<b>Show</b> & "Co"' })
    await world.request(a, 'verify_judge', { eventId: a.show.id, judgeId: a.show.judge.code })
    await expect
      .poll(async () => JSON.parse((await send('/sandbox/sms.json')).text))
      .toEqual([
        {
          to: '+1603PRIVATE',
          text: expect.stringMatching(/^\d{7} is your code/),
          at: new Date(world.now()).toISOString(),
        },
      ])
    expect((await send('/sandbox/mail.json')).text).toBe('[]')
    const page = await send('/sandbox')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.text).toContain('&lt;b&gt;Show&lt;/b&gt; &amp; &quot;Co&quot;')
    expect(page.text).not.toContain('<b>')
    for (const path of paths) expect((await send(path)).headers['cache-control']).toBe('no-store')
  })

  it('shows the files of a mail, and its pictures where they stand', async () => {
    const [picture, file] = [Buffer.from([0, 255, 13, 10]), Buffer.from('BEGIN:VCALENDAR')]
    await world.database.withoutClub((tx) =>
      insertSandboxMessage(tx, {
        kind: 'mail',
        jobUuid: randomUUID(),
        to: 'ada@club.example',
        subject: 'Tickets',
        text: 'a text',
        html: '<p><img src="cid:code-1" alt=""><img src="cid:other" alt="">',
        attachments: [
          { name: 'code.png', contentType: 'image/png', content: picture, cid: 'code-1' },
          { name: 'días "1".ics', contentType: 'text/calendar; charset=utf-8', content: file },
        ],
        at: new Date(world.now()),
      }),
    )
    const mails = JSON.parse((await send('/sandbox/mail.json')).text)
    expect(mails).toMatchObject([{ to: 'ada@club.example', attachments: ['code.png', 'días "1".ics'] }])
    const page = await send('/sandbox')
    const [id] = /(?<=href="\/sandbox\/mail\/)\d+/.exec(page.text) ?? []
    expect(page.text).toContain(`<a href="/sandbox/mail/${id}/attachments/1">días &quot;1&quot;.ics</a>`)
    const shown = await send(`/sandbox/mail/${id}`)
    expect(shown.text).toBe(
      `<p><img src="data:image/png;base64,${picture.toString('base64')}" alt=""><img src="cid:other" alt="">`,
    )
    expect(shown.headers['content-security-policy']).toContain('img-src data:')
    const saved = await send(`/sandbox/mail/${id}/attachments/1`)
    expect([saved.status, saved.text]).toEqual([200, 'BEGIN:VCALENDAR'])
    expect(saved.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''d%C3%ADas%20%221%22.ics",
      'cache-control': 'no-store',
    })
    for (const place of ['2', '-1', 'x', '__proto__']) {
      expect((await send(`/sandbox/mail/${id}/attachments/${place}`)).status).toBe(404)
    }
    paths.push(`/sandbox/mail/${id}`, `/sandbox/mail/${id}/attachments/1`)
  })

  it('is not there for anybody else', async () => {
    const missing = (await send('/media/none.webp')).status
    for (const path of paths) {
      for (const headers of [
        { host: 'portal.example.com' },
        { host: '127.0.0.1.example.com' },
        { host: `localhost.evil.com:${world.port}` },
        { 'x-forwarded-for': '127.0.0.1' },
        { 'x-forwarded-host': 'localhost' },
        { forwarded: 'for=127.0.0.1' },
        { 'x-real-ip': '127.0.0.1' },
        { via: '1.1 proxy' },
        { 'true-client-ip': '192.0.2.1' },
        { 'fly-client-ip': '192.0.2.1' },
        { 'x-envoy-external-address': '192.0.2.1' },
        { 'x-forwarded': 'for=192.0.2.1' },
        { x_forwarded_for: '192.0.2.1' },
        { 'x-azure-clientip': '192.0.2.1' },
        { host: 'portal.example.com', authorization: 'Bearer wrong' },
        { host: 'portal.example.com', authorization: sandboxToken },
      ]) {
        const received = await send(path, headers as Record<string, string>)
        expect({ path, headers, status: received.status }).toEqual({ path, headers, status: missing })
        expect(received.text).not.toContain('PRIVATE')
      }
      for (const headers of [
        { host: `localhost:${world.port}` },
        { host: '[::1]' },
        {
          host: 'portal.example.com',
          'x-forwarded-for': '192.0.2.1',
          authorization: `Bearer ${sandboxToken}`,
        },
      ]) {
        expect((await send(path, headers as Record<string, string>)).status).toBe(200)
      }
    }
  })

  it('keeps so many messages, and the oldest give way', async () => {
    await world.insertRows(
      null,
      'sandbox_message',
      Array.from({ length: mostSandboxMessages + 20 }, (_, index) => ({
        kind: 'sms' as const,
        recipient: `number ${index}`,
        text: 'a text',
        at: new Date(world.now()),
      })),
    )
    const { b } = world.clubs
    await world.request(b, 'verify_judge', { eventId: b.show.id, judgeId: b.show.judge.code })
    const list = async () => JSON.parse((await send('/sandbox/sms.json')).text) as { to: string }[]
    await expect.poll(async () => (await list()).length).toBe(mostSandboxMessages)
    expect((await list()).at(-1)?.to).toBe('+1603PRIVATE')
  })
})

describe('the sandbox of an instance with a public address', () => {
  it('is there with its token alone, because a proxy may hide that a stranger comes', async () => {
    const world = await openClubWorld('embedded', {
      env: { SANDBOX_TOKEN: sandboxToken, ORIGIN: 'https://portal.example.com' },
    })
    const { stripe } = await getCardProvider(world)
    // what a plain proxy sends on: its own address as the host, and nothing of the sender
    const host = `localhost:${world.port}`
    const token = { authorization: `Bearer ${sandboxToken}` }
    const control = (headers: Record<string, string>) =>
      world.send('/sandbox/stripe/test', {
        method: 'POST',
        headers: { host, 'content-type': 'application/json', ...headers },
        body: '{"do":"read"}',
      })
    for (const path of ['/sandbox', '/sandbox/sms.json', '/sandbox/mail.json', '/sandbox/mail/1']) {
      expect([path, (await world.send(path, { headers: { host } })).status]).toEqual([path, 404])
    }
    expect((await control({})).status).toBe(404)
    expect((await world.send('/sandbox/sms.json', { headers: { host, ...token } })).status).toBe(200)
    expect((await control(token)).status).toBe(200)
    // the server itself still reaches the provider's API on its own machine
    await expect(stripe.customers.list()).resolves.toMatchObject({ data: [] })
    await world.dispose()
  })
})

it('there is a sandbox while something runs in it, and never beside live card keys', () => {
  const keys = (mode: string) => ({
    STRIPE_SECRET_KEY: `sk_${mode}_x`,
    STRIPE_PUBLISHABLE_KEY: `pk_${mode}_x`,
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  })
  const mail = { SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@b.example', ORIGIN: 'https://a.example' }
  const sms = { SMS_URL: 'https://sms.example', SMS_TOKEN: 'token' }
  expect(hasSandbox(parseConfig({}, []))).toBe(true)
  expect(hasSandbox(parseConfig({ ...mail, ...sms }, []))).toBe(true)
  expect(hasSandbox(parseConfig({ ...mail, ...keys('test') }, []))).toBe(true)
  expect(hasSandbox(parseConfig({ ...mail, ...sms, ...keys('test') }, []))).toBe(false)
  expect(hasSandbox(parseConfig({ ...mail, ...keys('live') }, []))).toBe(false)
  expect(() => parseConfig({ ...sms }, [])).toThrow('ORIGIN is required when SMS_URL is set')
})

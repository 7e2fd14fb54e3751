import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeLifeMs } from '../../../../src/domain/scoring.ts'
import { startProduct } from '../../../support/browsers/product.ts'
import { openClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

/** What a service for text messages received, and how it answers. */
let received: { name: string; body: { to: string; text: string } }[]
let answer: (response: ServerResponse) => void
let url: string
let close: () => void

beforeEach(async () => {
  received = []
  answer = (response) => void response.end('{}')
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      received.push({ name: String(request.headers['idempotency-key']), body: JSON.parse(body) })
      answer(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`
  close = () => {
    server.closeAllConnections()
    server.close()
  }
})
afterEach(() => close())

describeOnEachEngine("a judge's code", (engine) => {
  const open = () =>
    openClubWorld(engine, {
      env: { SMS_URL: url, SMS_TOKEN: 'a token of ours', ORIGIN: 'https://portal.example' },
      show: { startsIn: 0, days: 2 },
    })

  it('that the service does not take is sent when it does, and no log tells number or code', async () => {
    const world = await open()
    const { a } = world.clubs
    answer = (response) => void response.writeHead(503).end()
    await world.request(a, 'verify_judge', { eventId: a.show.id, judgeId: a.show.judge.code })
    await world.engine.runDue()
    expect(received).toHaveLength(1)
    answer = (response) => void response.end('{}')
    world.pass(5000)
    await world.engine.runDue()
    expect(received).toHaveLength(2)
    expect(received[1]).toEqual(received[0])
    const code = /^\d{7}/.exec(received[0]?.body.text ?? '')?.[0] ?? 'none'
    expect(code).not.toBe('none')
    for (const secret of [code, 'PRIVATE', '+1603']) expect(world.lines().join('\n')).not.toContain(secret)
    await world.dispose()
  })

  it('that has run out, or was used in the meantime, is not sent any more', async () => {
    const world = await open()
    const { a } = world.clubs
    answer = (response) => void response.writeHead(503).end()
    await world.request(a, 'verify_judge', { eventId: a.show.id, judgeId: a.show.judge.code })
    await world.engine.runDue()
    const code = /^\d{7}/.exec(received[0]?.body.text ?? '')?.[0] ?? 'none'
    await world.request(a, 'verify_judge', { eventId: a.show.id, judgeId: a.show.judge.code })
    await world.engine.runDue()
    expect(received).toHaveLength(2)
    const used = await world.request(a, 'verify_judge', {
      eventId: a.show.id,
      judgeId: a.show.judge.code,
      code,
    })
    expect(used.answer.isValid).toBe(true)
    answer = (response) => void response.end('{}')
    world.pass(5000)
    await world.engine.runDue()
    expect(received).toHaveLength(2)

    answer = (response) => void response.writeHead(503).end()
    await world.request(a, 'verify_judge', { eventId: a.show.id, judgeId: a.show.judge.code })
    await world.engine.runDue()
    expect(received).toHaveLength(3)
    answer = (response) => void response.end('{}')
    world.pass(codeLifeMs)
    await world.engine.runDue()
    expect(received).toHaveLength(3)
    expect(await world.listRows(null, 'job', { state: 'waiting' }, ['id'])).toEqual([])
    await world.dispose()
  })
})

describe('a server that is killed between its answer and the sending', () => {
  it('sends the code after its next start, under the name that it had @proof', async () => {
    // taken, but never answered
    answer = () => undefined
    const product = await startProduct({
      env: { SMS_URL: url, SMS_TOKEN: 'a token of ours' },
      appDir: import.meta.dirname,
    })
    try {
      const [club] = product.demo.tenants
      const event = club?.events.find(({ judges }) => judges.some(({ phone }) => phone !== ''))
      const judge = event?.judges.find(({ phone }) => phone !== '')
      const response = await fetch(`${product.origin}/dart/core`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          action: 'verify_judge',
          tenantId: club?.id,
          eventId: event?.id,
          judgeId: judge?.judgeId,
        }),
      })
      expect(await response.json()).toMatchObject({ success: true, codeSent: true })
      await product.kill()
      const before = received.length
      answer = (response) => void response.end('{}')
      await product.start()
      await expect.poll(() => received.length).toBe(before + 1)
      const last = received.at(-1)
      expect(last?.body.to.replace(/\D/g, '')).toBe(judge?.phone.replace(/\D/g, ''))
      expect(last?.body.text).toMatch(/^\d{7} is your code/)
      // a request that the dead server had begun was the same
      for (const one of received) expect(one).toEqual(last)
      expect(product.output()).not.toContain(last?.body.text.slice(0, 7))
    } finally {
      await product.dispose()
    }
  }, 120_000)
})

import { describe, expect, it } from 'vitest'
import { type ActionName, actions } from '../../src/contract/index.ts'
import { createLog, toLoggedPath } from '../../src/server/process/log.ts'
import { samples } from '../support/clubs/samples.ts'
import { startWorld } from '../support/database/world.ts'

const voter = '0d7d5f3e-1111-4222-8333-444455556666'

describe('the log', () => {
  it.each([
    ['/portal?subdomain=harbor&x=secret', '/portal'],
    [`/portal/voterballot/${voter}/3`, '/portal/voterballot/<voter>/3'],
    ['/portal/voterballot/short-one/3', '/portal/voterballot/<voter>/3'],
    ['/portal/link/ABCD-2345?subdomain=harbor', '/portal/link/<code>'],
    ['/portal/card/0123456789abcdef0123456789abcdef01234567', '/portal/card/<code>'],
    [`/else/${voter}`, '/else/<uuid>'],
    ['/else/ada.quill@harbor.example', '/else/<e-mail>'],
    ['/else/ada.quill%40harbor.example', '/else/<e-mail>'],
    [`/${'a'.repeat(500)}`, `/${'a'.repeat(199)}`],
  ])('writes %s as %s', (url, path) => {
    expect(toLoggedPath(url)).toBe(path)
  })

  it.each(['a', '!', 'aaaaaaaa.', 'a@', '%40', '-', 'aaaaaaaa.aaaaaaaa-', '/portal/voterballot/', 'é'])(
    'takes a path and an error of 16 KB of %s in a time that nobody else notices',
    (part) => {
      const text = part.repeat(16_384 / part.length)
      const times = [1, 2, 3].map(() => {
        const started = performance.now()
        toLoggedPath(`/${text}`)
        createLog({ write: () => undefined }).error({ err: new Error(text) }, 'call failed')
        return performance.now() - started
      })
      // the other times may be those of a busy machine
      expect(Math.min(...times)).toBeLessThan(20)
    },
  )

  it('writes errors without the values that databases quote', () => {
    const lines: string[] = []
    const error = Object.assign(new Error('duplicate key for ada@harbor.example'), {
      detail: 'Key (email)=(ada@harbor.example) already exists.',
      code: '23505',
    })
    createLog({ write: (line) => void lines.push(line) }).error({ err: error }, 'call failed')
    expect(lines.join('')).not.toContain('ada@')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      err: { code: '23505', name: 'Error' },
    })
  })

  it('holds nothing private after every action was called, rightly and wrongly', async () => {
    const world = await startWorld('embedded')
    const { a } = world.clubs
    const token = await world.signIn(a, 'member')
    const passwords = Object.values(a.people).map(({ password }) => password)
    for (const action of Object.keys(actions) as ActionName[]) {
      world.pass(60 * 60 * 1000)
      const sample = samples[action](a)
      await world.post({ ...sample, action, tenantId: a.id })
      await world.post({ ...sample, action, tenantId: a.id }, { 'x-dart-token': token })
      await world.post({ ...sample, action, tenantId: a.id, memberId: 99 }, { 'x-dart-token': token })
      await world.post({ ...sample, action, tenantId: a.id, extra: voter }, { 'x-dart-token': 'x.y.z' })
      await world.post({ action, subdomain: `nobody-${voter}` })
    }
    await world.send(`/portal/voterballot/${voter}/3?subdomain=harbor`)
    const another = await world.signIn(a, 'member')
    const linked = await world.callerOf(a, another).call('create_link_code', {})
    const card = await world.callerOf(a, another).call('get_membership_card', {})
    await world.send(`/portal/link/${linked.code}`)
    await world.send(`/portal/card/${card.code}?subdomain=harbor`)
    await world.send(`/portal/judging/3?secret=${voter}`)
    await world.send('/media/member/0123456789012345678901234567890123456789.webp')
    await world.stop()
    const text = world.lines().join('')
    const secrets = [
      token,
      token.split('.')[2],
      voter,
      linked.code,
      card.code,
      'subdomain=',
      'fcm.googleapis.com',
      '0123456789012345678901234567890123456789',
      '127.0.0.1',
      ...Object.values(a.people).map(({ email }) => email),
      ...passwords.filter((password) => password !== null),
    ]
    for (const secret of secrets) expect(text).not.toContain(secret)
    const requests = world
      .lines()
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'request')
    expect(requests.length).toBeGreaterThan(50)
    for (const line of requests) {
      expect(line).toMatchObject({
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: expect.any(Number),
      })
    }
    expect(text).toContain('"media":1')
    await world.dispose()
  })
})

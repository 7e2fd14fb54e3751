// The picture processes of the real server: what happens when one dies, and when the server does.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../../support/browsers/product.ts'
import { photo, slowPng } from '../../support/corpora/hostilePictures.ts'
import {
  canListChildren,
  isRunning,
  listChildren,
  readResidentBytes,
} from '../../support/processes/children.ts'
import { openLightClient } from '../../support/processes/lightClient.ts'

describe.runIf(canListChildren)('the picture processes of a server', () => {
  let product: Product
  let small: string
  let slow: string

  beforeAll(async () => {
    product = await startProduct({ appDir: import.meta.dirname })
    small = toDataUrl(await photo(60, 60))
    slow = toDataUrl(await slowPng())
  }, 120_000)
  afterAll(() => product.dispose())

  const toDataUrl = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

  async function openSender(): Promise<(avatar: string) => Promise<{ success: boolean; code?: string }>> {
    const [tenant] = product.demo.tenants
    const member = tenant?.members.find(({ role, password }) => role === 'member' && password !== undefined)
    if (tenant === undefined || member === undefined) throw new Error('the demo club has no member')
    const { subdomain } = tenant
    const call = async (action: object, token?: string) => {
      const client = openLightClient(product.port)
      const answer = await client.call({ subdomain, ...action }, token === undefined ? {} : { token })
      client.close()
      return answer
    }
    const { email: username, password } = member
    const signedIn = await call({ action: 'member_login', username, password, ttl: 24 })
    const token = /\r\nx-dart-token: *(\S+)/i.exec(signedIn.headers)?.[1] ?? ''
    const { text } = await call({ action: 'member_authorize' }, token)
    const { id } = (JSON.parse(text) as { member: { id: number } }).member
    return async (avatar) =>
      JSON.parse((await call({ action: 'update_member', id, avatar }, token)).text) as { success: boolean }
  }

  it('lose one picture when one of them dies, and it is logged', async () => {
    const send = await openSender()
    expect(listChildren(product.pid())).toEqual([])
    expect(await send(small)).toMatchObject({ success: true })
    const [pid = 0, ...others] = listChildren(product.pid())
    expect(others).toEqual([])
    const sent = send(slow)
    // far above what it takes at rest: it is decoding
    await expect.poll(() => readResidentBytes(pid), { interval: 5 }).toBeGreaterThan(150 * 2 ** 20)
    process.kill(pid, 'SIGKILL')
    expect(await sent).toMatchObject({ success: false, code: 'picture-broken' })
    expect(await send(small)).toMatchObject({ success: true })
    expect(product.output()).toMatch(
      /"level":"warn".*"reason":"died","signal":"SIGKILL".*"lost":1.*a picture ended the process that read it/,
    )
  })

  it('end with a server that stops @proof', async () => {
    await (await openSender())(small)
    const stopped = listChildren(product.pid())
    expect(stopped.length).toBeGreaterThan(0)
    await product.stop()
    expect(stopped.filter(isRunning)).toEqual([])
    await product.start()
  })

  it('end with a server that is killed in the middle of a picture', async () => {
    const send = await openSender()
    await send(small)
    const [pid = 0] = listChildren(product.pid())
    void send(slow).catch(() => undefined)
    await expect.poll(() => readResidentBytes(pid), { interval: 5 }).toBeGreaterThan(150 * 2 ** 20)
    await product.kill()
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
})

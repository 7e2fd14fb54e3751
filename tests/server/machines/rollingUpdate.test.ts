// Machines are updated one after the other: the build of an earlier commit and this one work side by side on one database
// and one storage, while people go on. Nothing is lost, and nobody is shown an error.
import { randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { tokenHeader } from '../../../src/contract/caller.ts'
import type { Demo } from '../../support/browsers/product.ts'
import { photo } from '../../support/corpora/hostilePictures.ts'
import { makePushKeys } from '../../support/corpora/pushVectors.ts'
import { createPlace, describeOnPostgres } from '../../support/database/database.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { type Received, type SendOptions, sendRequest } from '../../support/database/world.ts'
import { type MainProcess, startMain } from '../../support/processes/mainProcess.ts'
import { findCommitBeforeTables, makeBuild } from '../../support/storage/olderBuild.ts'
import { setUpStorageSandbox, toStorageEnvironment } from '../../support/storage/sandboxStorage.ts'

const storage = setUpStorageSandbox()
/** Of each of the two builds, after the tables have changed. */
const answersSideBySide = 150
const posts = 30
const rides = 8
/** Below what strangers may for one account. */
const mostSignIns = 15

type Call = Readonly<Record<string, unknown>>
interface Written {
  readonly call: Call
  readonly headers: Record<string, string>
  readonly receipt: unknown
}

describeOnPostgres('an update of one machine after the other', () => {
  const running: MainProcess[] = []
  let place: Awaited<ReturnType<typeof createPlace>> | undefined
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()))
    await place?.remove()
  })

  it.each([
    ['the commit before', () => 'HEAD~1'],
    ['the commit before the newest tables', findCommitBeforeTables],
  ])(
    'from %s loses nothing and shows nobody an error @proof',
    { timeout: 240_000 },
    async (of, findCommit) => {
      const build = makeBuild(of, findCommit())
      if (build === undefined) throw new Error(`${of} is not in this repository: fetch its history`)
      place = await createPlace('postgres', 'empty')
      const { databaseUrl = '' } = place.options
      const startAt = async (dataDir: string, folder?: string, args: readonly string[] = []) => {
        const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, TRUSTED_PROXY: '127.0.0.1' }
        const started = await startMain({ ...env, ...toStorageEnvironment(storage.get()) }, undefined, {
          ...(folder === undefined ? {} : { folder }),
          args,
        })
        running.push(started)
        return started
      }
      const machines = [makeTestFolder(), makeTestFolder()] as const
      const oldOnes = [await startAt(machines[0], build.folder, ['--demo'])]
      oldOnes.push(await startAt(machines[1], build.folder))
      const demo = JSON.parse(readFileSync(join(machines[0], 'demo.json'), 'utf8')) as Demo
      const [club] = demo.tenants
      if (club === undefined) throw new Error('the demo has no club')

      // as a proxy does it: by turns, and a machine that takes no connection is left out
      let ports = oldOnes.map(({ port }) => port)
      let turn = 0
      const answers = new Map<number, number>()
      async function send(path: string, sent: SendOptions): Promise<Received> {
        for (let tries = 0; ; tries += 1) {
          turn += 1
          const port = ports[turn % ports.length] ?? 0
          try {
            const received = await sendRequest(port, path, sent)
            answers.set(port, (answers.get(port) ?? 0) + 1)
            return received
          } catch (error) {
            if (tries === 3) throw error
          }
        }
      }
      const shown: string[] = []
      async function call(
        input: Call,
        headers: Record<string, string> = {},
      ): Promise<Record<string, unknown>> {
        const peer = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
        const {
          status,
          text,
          headers: answered,
        } = await send('/dart/core', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': peer, ...headers },
          body: JSON.stringify({ tenantId: club?.id, ...input }),
        })
        const answer = JSON.parse(text) as Record<string, unknown>
        if (status !== 200 || answer.success !== true)
          shown.push(`${input.action}: ${status} ${text.slice(0, 300)}`)
        return { ...answer, token: answered[tokenHeader.toLowerCase()] }
      }

      const people = club.members.filter(({ role, password }) => role === 'member' && password !== undefined)
      const [person = club.members[0]] = people
      const signIn = async () => {
        const username = person?.email
        const { token } = await call({
          action: 'member_login',
          username,
          password: person?.password,
          ttl: 24,
        })
        return { [tokenHeader]: String(token) }
      }
      const signedIn = await signIn()
      const eventId = club.events[0]?.id
      const written: Written[] = []
      const write = async (input: Call, headers: Record<string, string> = {}) => {
        const keyed = { key: randomUUID(), ...input }
        const { receipt } = await call(keyed, headers)
        written.push({ call: keyed, headers, receipt })
      }
      const images = await Promise.all(
        Array.from({ length: rides }, (_, index) =>
          photo(300, 50 + index).then((one) => one.toString('base64')),
        ),
      )
      let posted = 0
      let shared = 0
      let signIns = 0
      const work: readonly (() => Promise<unknown>)[] = [
        () => call({ action: 'get_tenant' }),
        () => call({ action: 'get_upcoming_events', availability: '0' }),
        async () => {
          const { status } = await send(`/dart/pack/${eventId}?subdomain=${club.subdomain}`, {})
          if (status !== 200) shown.push(`the pack: ${status}`)
        },
        () => call({ action: 'get_posts' }, signedIn),
        () =>
          write({
            ...{ action: 'webpush_subscribe', eventId, keys: makePushKeys() },
            endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
          }),
        async () => {
          if (posted === posts) return
          posted += 1
          await write({ action: 'create_post', message: `Update ${posted}.` }, signedIn)
        },
        async () => {
          const image = images[shared]
          if (image === undefined) return
          shared += 1
          await write(
            {
              action: 'create_member_ride',
              make: 'Nash',
              images: [{ imageData: `data:image/png;base64,${image}` }],
            },
            signedIn,
          )
        },
        async () => {
          if (signIns === mostSignIns) return
          signIns += 1
          await signIn()
        },
      ]
      let isOver = false
      const crowd = Array.from({ length: 6 }, async (_, start) => {
        for (let step = start; !isOver; step += 1) await work[step % work.length]?.()
      })
      const untilAnswered = (all: readonly MainProcess[], count: number) => {
        const goals = all.map(({ port }) => [port, (answers.get(port) ?? 0) + count] as const)
        return expect
          .poll(() => goals.every(([port, goal]) => (answers.get(port) ?? 0) >= goal), { timeout: 60_000 })
          .toBe(true)
      }
      const stop = async (one: MainProcess): Promise<void> => {
        ports = ports.filter((port) => port !== one.port)
        running.splice(running.indexOf(one), 1)
        await one.stop()
      }
      try {
        await untilAnswered(oldOnes, 30)
        // the tables change while both old ones work
        const third = await startAt(makeTestFolder())
        ports = [...ports, third.port]
        await untilAnswered([...oldOnes, third], answersSideBySide)
        const [first, second] = oldOnes
        if (first !== undefined) await stop(first)
        const renewed = await startAt(machines[0])
        ports = [...ports, renewed.port]
        await untilAnswered([third, renewed, ...(second === undefined ? [] : [second])], 30)
        if (second !== undefined) await stop(second)
        await untilAnswered([third, renewed], 30)
      } finally {
        isOver = true
        await Promise.all(crowd)
      }
      expect(shown).toEqual([])
      expect([posted, shared]).toEqual([posts, rides])
      // the same keys get the same receipts from the new ones, whoever answered first
      for (const { call: input, headers, receipt } of written) {
        expect(receipt).toMatchObject({ outcome: 'accepted' })
        expect((await call(input, headers)).receipt).toEqual(receipt)
      }
      const own = (await call({ action: 'get_member_rides' }, signedIn)) as unknown as {
        rides: { make: string; images: { imageData: string }[] }[]
      }
      const pictures = own.rides.filter(({ make }) => make === 'Nash').flatMap((ride) => ride.images)
      expect(pictures).toHaveLength(rides)
      for (const { imageData } of pictures) expect((await send(imageData, {})).status).toBe(200)
      const feed = JSON.stringify(await call({ action: 'get_posts' }, signedIn))
      for (let place = posts; place > posts - 5; place -= 1)
        expect(feed.split(`"Update ${place}."`)).toHaveLength(2)
      expect(shown).toEqual([])
    },
  )
})

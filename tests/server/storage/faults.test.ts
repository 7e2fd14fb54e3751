// Whatever is wrong with the storage, in each place where it is used: whoever asks is told in a sentence and within a
// known time, nothing is lost, nothing is shown that is not there, and all else goes on meanwhile.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { runClubCommand } from '../../../src/server/assembly/commands.ts'
import { longestPatientAnswerMs, longestStorageAnswerMs } from '../../../src/server/limits/machine.ts'
import type { Misbehaviour } from '../../../storage-sandbox/open.ts'
import { chooseSome, readTreeSeed } from '../../support/chance/treeSeed.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { describeOnPostgres } from '../../support/database/database.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'
import { buildStorageDoor, type StorageDoor } from '../../support/storage/door.ts'
import { type FaultPlace, openFaultPlaces } from '../../support/storage/faultPlaces.ts'
import { setUpStorageSandbox, toStorageEnvironment } from '../../support/storage/sandboxStorage.ts'

const sandbox = setUpStorageSandbox()
const quick = ['slow-down', 'fail', 'half', 'wrong', 'full', 'cut', 'no line'] as const
/** Each of them takes as long as one waits. */
const slow = ['stall', 'stall-inside'] as const
type Fault = Misbehaviour | 'no line'

describeOnPostgres('a storage that is ill', () => {
  let door: StorageDoor | undefined
  beforeAll(async () => {
    door = await buildStorageDoor(sandbox.get().url)
  })
  const world = setUpClubWorld('postgres', {
    env: () => ({ ...toStorageEnvironment(sandbox.get()), STORAGE_URL: door?.url ?? '' }),
  })
  let readiness = ''
  let places: Readonly<Record<string, FaultPlace>> = {}
  const run = async (...args: string[]) => {
    const { config, database, now } = world
    let text = ''
    const services = { config, database, now, newId: randomUUID }
    const code = await runClubCommand(services, args, (printed) => {
      text += printed
    })
    return { code, text }
  }
  beforeAll(async () => {
    readiness = (await world.send('/readyz')).text
    places = await openFaultPlaces(world)
  }, 60_000)

  async function fallIll(fault: Fault): Promise<void> {
    if (fault === 'no line') await door?.shut()
    else sandbox.get().misbehave(() => fault)
  }
  async function heal(): Promise<void> {
    await door?.open()
    sandbox.get().misbehave()
    // after a silence the first answer tells all others that there are some again
    await run('storage')
  }

  async function prove(name: string, fault: Fault): Promise<void> {
    const place = places[name]
    if (place === undefined) throw new Error(`there is no place ${name}`)
    await fallIll(fault)
    const startedAt = performance.now()
    const asked = place.run()
    const [told, ready, other] = await Promise.all([
      asked,
      world.send('/readyz'),
      world.ask(world.clubs.a, 'get_tenant', {}),
    ])
    const ms = performance.now() - startedAt
    await heal()
    const what = `${name}, ${fault}: ${told.text.slice(0, 600)}`
    expect([ready.text, other.success], what).toEqual([readiness, true])
    // a few questions one after another
    const longestMs = place.asks === 'an officer' ? longestPatientAnswerMs : longestStorageAnswerMs
    expect(ms, what).toBeLessThan(3 * longestMs)
    if (!told.isDone) expect(told.text, what).toMatch(sentences[place.asks])
    expect(told.text, what).not.toMatch(/\n\s+at |undefined|\[object/)
    const again = await place.run()
    expect(again.isDone, `${name} after ${fault}: ${again.text.slice(-600)}`).toBe(true)
  }

  for (const { size, isLong, tag } of inTwoSizes(12, Number.POSITIVE_INFINITY)) {
    it(`is told in a sentence, loses nothing, and gives all when it is well again${tag}`, async () => {
      const seed = readTreeSeed()
      const pairs = Object.keys(places)
        .flatMap((name) => quick.map((fault) => [name, fault] as const))
        // nothing tells a part's bytes from others: a part has no checksum
        .filter((pair) => pair.join() !== 'a part of a file,wrong')
      for (const pair of chooseSome(pairs, { seed, count: size, toName: (one) => one.join() })) {
        await prove(...pair)
      }
      const slowPairs = Object.keys(places).flatMap((name) => slow.map((fault) => [name, fault] as const))
      for (const pair of chooseSome(slowPairs, {
        seed,
        count: isLong ? 6 : 0,
        toName: (one) => one.join(),
      })) {
        await prove(...pair)
      }
      const { code, text } = await run('storage', 'check')
      expect(code, text).toBe(0)
    }, 600_000)
  }
})

const sentences: Readonly<Record<FaultPlace['asks'], RegExp>> = {
  'a person': /Please try again in a moment\.|the line broke off/,
  'an officer':
    /Give the command again|Look at STORAGE_URL|[Mm]ake room there|STORAGE_URL says where it is|missing in|A backup has them|other bytes than were stored|does not answer|broke off|not complete|not a backup/,
  'the clock': /does not answer|lately|there is no room|ride-not-found|unavailable/,
}

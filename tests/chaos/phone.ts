// A phone of ours: the product's own outbox and sender on its own storage, with tabs that come, go and are
// killed.
import 'fake-indexeddb/auto'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { IDBFactory } from 'fake-indexeddb'
import { type Clock, createClock } from '../../src/offline/clock.ts'
import type { DeliveryFetch } from '../../src/offline/delivery.ts'
import { createFlush, type Locks, type Sender } from '../../src/offline/flush.ts'
import { createGrants, type Grants } from '../../src/offline/grants.ts'
import { NotSaved, StorageTimeout } from '../../src/offline/notSaved.ts'
import { createOutbox, type NewOutboxEntry, type Outbox } from '../../src/offline/outbox.ts'
import { createOutboxDatabase } from '../../src/offline/outboxDatabase.ts'
import type { Urgency } from '../../src/offline/outboxQueue.ts'
import type { JudgeGrant, OutboxEntry } from '../../src/offline/outboxRecords.ts'
import type { DeviceEntry } from './auditor.ts'
import type { Intention, Ledger } from './ledger.ts'
import type { Random } from './random.ts'
import { removeSafeguards, type Safeguard } from './safeguards.ts'

/**
 * The product finds its storage under one global name. Here each phone has its own storage behind that name.
 */
const storages = new AsyncLocalStorage<IDBFactory>()
Object.defineProperty(globalThis, 'indexedDB', {
  configurable: true,
  get: () => {
    const storage = storages.getStore()
    if (storage === undefined) throw new Error('no phone is at work here')
    return storage
  },
})

/** The product waits half a minute for an answer. Ours waits a tenth of that, so that more happens. */
export const timeScale = 10

export interface PhoneOptions {
  name: string
  origin: string
  random: Random
  ledger: Ledger
  /** How far the device's clock is off. */
  skewMs: number
  tabs: number
  without: ReadonlySet<Safeguard>
}

export interface Phone {
  readonly name: string
  readonly isReachable: boolean
  setReachable(isReachable: boolean): void
  saveGrant(grant: JudgeGrant): Promise<void>
  /** By the clock that the phone has learned. */
  madeAt(): { madeAt: number; clockOffset: number; instant: string }
  /**
   * Writes down what is meant, saves the entry, and tells the ledger the result. A double tap saves twice. A sheet that
   * is moved is meant twice: it goes from one car, and comes to another.
   */
  submit(
    meant: readonly (Intention & { key: string })[],
    entry: NewOutboxEntry,
    isTappedTwice: boolean,
  ): Promise<void>
  /** Every tab sends. Resolves when all of them have finished. */
  flush(urgency: Urgency): Promise<void>
  /** All tabs end at once in the middle of their work, and open again on the stored data. */
  kill(): void
  /** One tab ends, most likely the one that holds the lock. */
  killTab(): void
  list(): Promise<OutboxEntry[]>
  /** Tells the ledger what the screen shows now. Returns the unsettled entries. */
  report(): Promise<OutboxEntry[]>
  listDeviceEntries(): Promise<DeviceEntry[]>
}

interface Tab {
  outbox: Outbox
  grants: Grants
  sender: Sender
  clock: Clock
  /** Settles when the tab has been killed. */
  ended: Promise<void>
  die(): void
}

/** The person is told this and presses again. */
function toWord(error: unknown): 'not-saved' {
  if (error instanceof NotSaved) return 'not-saved'
  throw error
}

/** A storage that does not answer in time, as on a busy machine, is asked again later. */
function passOver(error: unknown): undefined {
  if (error instanceof StorageTimeout) return undefined
  throw error
}

/** The same object, but each of its answers goes through `mortal`. */
function toMortal<T extends object>(object: T, mortal: <R>(work: Promise<R>) => Promise<R>): T {
  return new Proxy(object, {
    get(target, property, receiver) {
      const value = Reflect.get(target, property, receiver)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => mortal(Promise.resolve(value.apply(target, args)))
    },
  })
}

export function createPhone(options: PhoneOptions): Phone {
  const { name, origin, random, ledger, skewMs, without } = options
  const storage = new IDBFactory()
  const deviceNow = () => Date.now() + skewMs
  const meantBy = new Map<string, string[]>()
  let offset: number | undefined
  let isReachable = true
  let tabs: Tab[] = []

  const here = <T>(body: () => T): T => storages.run(storage, body)

  function openTab(): Tab {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const death = ended.then(() => Promise.reject(new Error('killed')))
    death.catch(() => undefined)
    let isDead = false
    const never = new Promise<never>(() => undefined)
    /** Work that a killed tab had begun never continues. */
    const mortal = async <T>(work: Promise<T>): Promise<T> => {
      try {
        const result = await work
        return isDead ? await never : result
      } catch (error) {
        return isDead ? await never : Promise.reject(error)
      }
    }
    const clock = createClock(deviceNow, {
      read: () => offset,
      write: (learned) => {
        offset = learned
      },
    })
    const database = createOutboxDatabase()
    const outbox = toMortal(
      createOutbox(database, {
        newKey: () => random.uuid(),
        deviceNow,
        hash: async (text) => createHash('sha256').update(text).digest('hex'),
        announce: () => undefined,
      }),
      mortal,
    )
    const grants = toMortal(
      createGrants(database, () => undefined),
      mortal,
    )
    const send: DeliveryFetch = async (url, init) => {
      if (!isReachable) throw new TypeError('the phone has no network')
      const answer = await mortal(fetch(url, init))
      const text = await mortal(answer.text())
      if (!isReachable) throw new TypeError('the phone has lost its network')
      return {
        status: answer.status,
        redirected: answer.redirected,
        headers: answer.headers,
        text: async () => text,
      }
    }
    const locks: Locks = {
      // the lock of a killed tab is free at once
      request: (lock, lockOptions, body) =>
        navigator.locks.request(`${name} ${lock}`, lockOptions, () => Promise.race([body(), death])),
    }
    const sender = createFlush(
      removeSafeguards(
        {
          outbox,
          grants,
          fetch: send,
          origin,
          clock,
          deviceNow,
          random: random.next,
          timeLimit: (ms) => AbortSignal.timeout(Math.round(ms / timeScale)),
          locks,
        },
        without,
        () => random.uuid(),
      ),
    )
    return {
      outbox,
      grants,
      sender,
      clock,
      ended,
      die() {
        isDead = true
        end()
      },
    }
  }

  function first(): Tab {
    const [tab] = tabs
    if (tab === undefined) throw new Error('the phone is off')
    return tab
  }

  tabs = Array.from({ length: options.tabs }, openTab)

  /** Runs on the front tab. If that is killed meanwhile, on the next one. */
  async function persist<T>(body: (tab: Tab) => Promise<T>): Promise<T> {
    for (;;) {
      const tab = first()
      const done = await here(() =>
        Promise.race([body(tab).then((value) => ({ value }), passOver), tab.ended.then(() => undefined)]),
      )
      if (done !== undefined) return done.value
    }
  }

  const list = (): Promise<OutboxEntry[]> => persist(({ outbox }) => outbox.list())

  return {
    name,
    get isReachable() {
      return isReachable
    },
    setReachable(reachable) {
      isReachable = reachable
    },
    saveGrant: (grant) => persist(({ grants }) => grants.save(grant)),
    madeAt() {
      const { clock } = first()
      return {
        madeAt: deviceNow(),
        clockOffset: clock.offset(),
        instant: new Date(clock.now()).toISOString(),
      }
    },
    async submit(meant, entry, isTappedTwice) {
      for (const intention of meant) ledger.intend(intention)
      const ids = meant.map(({ id }) => id)
      meantBy.set(entry.key, ids)
      for (;;) {
        const word = await here(async () => {
          const { outbox, ended } = first()
          const puts = [outbox.put(entry)]
          if (isTappedTwice) puts.push(outbox.put(entry))
          return Promise.race([Promise.all(puts).then(() => 'saved' as const, toWord), ended])
        })
        if (word === undefined) return // the tab was killed before it showed anything
        for (const id of ids) ledger.say({ id, word })
        if (word === 'saved') return
      }
    },
    async flush(urgency) {
      await here(() =>
        Promise.all(tabs.map((tab) => Promise.race([tab.sender.flush(urgency).catch(passOver), tab.ended]))),
      )
    },
    kill() {
      for (const tab of tabs) tab.die()
      tabs = Array.from({ length: options.tabs }, openTab)
    },
    killTab() {
      const victim = tabs.shift()
      if (victim === undefined) return
      victim.die()
      tabs.push(openTab())
    },
    list,
    async report() {
      const entries = await list()
      for (const entry of entries) {
        for (const id of meantBy.get(entry.key) ?? []) {
          if (entry.state === 'accepted') ledger.say({ id, word: 'accepted' })
          if (entry.state === 'refused') ledger.say({ id, word: 'refused', code: entry.fault?.code ?? '' })
        }
      }
      return entries.filter(({ state }) => state !== 'accepted' && state !== 'refused')
    },
    async listDeviceEntries() {
      return (await list()).flatMap(({ key, state, fault }) =>
        (meantBy.get(key) ?? [undefined]).map((intention) => ({
          device: name,
          key,
          state,
          ...(fault === undefined ? {} : { code: fault.code }),
          ...(intention === undefined ? {} : { intention }),
        })),
      )
    },
  }
}

// What the tests of a block share: opened before the first of them, disposed of after the last.
import { afterAll, beforeAll } from 'vitest'
import type { SeededClubs } from '../clubs/clubs.ts'
import { type Engine, openTestDatabase, type TestDatabase } from './database.ts'
import { startWorld, type World, type WorldOptions } from './world.ts'

/** Empty until it is open. */
export function setUp<T extends { dispose(): Promise<void> }>(open: () => Promise<T>): T {
  const held = {} as T
  beforeAll(async () => {
    Object.assign(held, await open())
  })
  afterAll(() => held.dispose())
  return held
}

/** The same for what has the two clubs. They are there from the start, to be given names, and empty too. */
export function setUpClubs<W extends World>(open: () => Promise<W>): W {
  const clubs = { a: {}, b: {} } as SeededClubs
  const world = setUp(async () => {
    const opened = await open()
    Object.assign(clubs.a, opened.clubs.a)
    Object.assign(clubs.b, opened.clubs.b)
    return { ...opened, clubs }
  })
  return Object.assign(world, { clubs })
}

export function setUpWorld(engine: Engine, options?: WorldOptions): World {
  return setUpClubs(() => startWorld(engine, options))
}

export function setUpDatabase(engine: Engine): TestDatabase {
  return setUp(() => openTestDatabase(engine))
}

// A new version is taken only while no tab holds something that a reload would lose.
import { expect, it } from 'vitest'
import { holdBusy, runIfNoTabIsBusy } from '../../../src/app/worker/busy.ts'
import { busyLock } from '../../../src/offline/messages.ts'

async function readLocks() {
  const { held = [], pending = [] } = await navigator.locks.query()
  const count = (all: readonly LockInfo[]) => all.filter(({ name }) => name === busyLock).length
  return { held: count(held), waiting: count(pending) }
}

it('while a tab is busy the step does not run, and a tab that gets busy during the step waits for its end', async () => {
  const done: string[] = []
  const step = async () => {
    done.push('step')
  }
  const end = holdBusy()
  await expect.poll(readLocks).toEqual({ held: 1, waiting: 0 })
  expect(await runIfNoTabIsBusy(step)).toBe(false)
  end()
  await expect.poll(readLocks).toEqual({ held: 0, waiting: 0 })

  let endOther: () => void = () => undefined
  const isRun = await runIfNoTabIsBusy(async () => {
    // somebody begins a form in another tab, between the question and the reload
    endOther = holdBusy()
    await expect.poll(readLocks).toEqual({ held: 1, waiting: 1 })
    await step()
  })
  expect(isRun).toBe(true)
  expect(done).toEqual(['step'])
  await expect.poll(readLocks).toEqual({ held: 1, waiting: 0 })
  endOther()
})

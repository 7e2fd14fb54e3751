// Woken up, some browsers never answer what is asked of their storage. Then nothing may wait for it.
import { StorageTimeout } from './notSaved.ts'

/** For opening a database. */
export const openTimeLimitMs = 10_000
/** For a transaction. */
export const transactionTimeLimitMs = 8_000

/** Fails with `StorageTimeout` if the answer takes longer. */
export async function withTimeLimit<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageTimeout()), limitMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

// The storage of the rows: a real gateway, or the tests' stand-in where none can be had.

import { openStorageSandbox } from '../../../storage-sandbox/open.ts'
import { startGateway } from '../../support/storage/gateway.ts'
import { toStorageEnvironment } from '../../support/storage/sandboxStorage.ts'

export interface BenchStorage {
  readonly env: Readonly<Record<string, string>>
  /** What is said of it beside the rows. */
  readonly name: string
  close(): Promise<void>
}

export async function openBenchStorage(): Promise<BenchStorage> {
  try {
    const gateway = await startGateway()
    const name = process.env.PROOF_STORAGE ?? "Ceph's gateway on this machine"
    return { env: toStorageEnvironment(gateway), name, close: gateway.stop }
  } catch (error) {
    console.log(`no gateway could be had (${error}): what follows is measured with the tests' stand-in`)
    const sandbox = await openStorageSandbox()
    return { env: toStorageEnvironment(sandbox), name: 'the stand-in of the tests', close: sandbox.close }
  }
}

// Each flow of an event in both languages and sizes, with and without payment, as visitor and as member, by touch
// and by keyboard alone: from its first screen to the order's page. `npm run proof -- sales` runs it.
import { proofTag } from '../../support/run/longTests.ts'
import { test as base } from '../fixtures.ts'
import { type CellEvents, importCells } from './matrix/cellClub.ts'
import { listCells, nameCell } from './matrix/cells.ts'
import { walkCell } from './matrix/walk.ts'

const test = base.extend<object, { ids: CellEvents }>({
  ids: [async ({ product }, use) => use(await importCells(product)), { scope: 'worker', timeout: 120_000 }],
})
// each cell is somebody else, on a map of their own
test.describe.configure({ mode: 'parallel' })

for (const [cellNumber, cell] of listCells().entries()) {
  test(`${nameCell(cell)} ${proofTag}`, async ({ browser, product, ids }) => {
    await walkCell({ browser, product, ids, cellNumber, cell })
  })
}

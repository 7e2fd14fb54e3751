// `npm run bench`: measures the product's promises as ratios, side by side in one run.
import { join } from 'node:path'
import { buildAppIfDue } from '../../src/server/buildApp.ts'
import { prepareChromium } from '../support/browsers/browser.ts'
import { startProduct } from '../support/browsers/product.ts'
import { benchFirstVisit } from './firstVisit.ts'
import { benchMapRows } from './mapRows.ts'
import { benchMapTaps } from './mapTaps.ts'
import { benchPack } from './pack.ts'
import { type BenchRow, printRows } from './rows.ts'
import { benchSavedVisits } from './savedVisit.ts'
import { benchScores } from './scores.ts'
import { benchSecondVisit } from './secondVisit.ts'

const chromiumPath = prepareChromium()
if (chromiumPath !== undefined) process.env.CHROMIUM_PATH = chromiumPath
await buildAppIfDue(join(import.meta.dirname, '..', '..'), console.log)

const product = await startProduct()
const rows: BenchRow[] = []
try {
  rows.push(await benchPack(product))
  rows.push(...(await benchScores()))
  if (chromiumPath === undefined) {
    console.log('skipped: the rows that need a browser, because no Chromium could be found or installed')
  } else {
    rows.push(...(await benchMapRows()))
    rows.push(await benchMapTaps())
    rows.push(await benchFirstVisit(product))
    rows.push(...(await benchSavedVisits(product)))
    rows.push(await benchSecondVisit(product))
  }
} finally {
  await product.dispose()
}
printRows(rows)
process.exit(rows.every((row) => row.met) ? 0 : 1)

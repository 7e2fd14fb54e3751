// `npm run bench`: measures the product's promises as ratios, side by side in one run. `npm run bench -- sheets
// outbox` measures only these.
import { join } from 'node:path'
import { buildAppIfDue } from '../../src/server/buildApp.ts'
import { prepareChromium } from '../support/browsers/browser.ts'
import { type Product, startProduct } from '../support/browsers/product.ts'
import { benchAlerts } from './alerts/alerts.ts'
import { benchAvailability } from './availability.ts'
import { benchClubs } from './clubs.ts'
import { benchFeedPages } from './feed/pages.ts'
import { benchFeedScroll } from './feed/scroll.ts'
import { benchFirstVisit } from './firstVisit.ts'
import { benchMapRows } from './mapRows.ts'
import { benchMapTaps } from './mapTaps.ts'
import { benchOutbox } from './outbox.ts'
import { benchPack } from './pack.ts'
import { benchPictures } from './pictures.ts'
import { type BenchRow, isMet, printRows } from './rows.ts'
import { benchSavedVisits } from './savedVisit.ts'
import { benchScores, benchSheets } from './scores.ts'
import { benchSecondVisit } from './secondVisit.ts'
import { benchSignIns } from './signIns.ts'
import { benchTests } from './tests.ts'

interface Bench {
  needsBrowser: boolean
  /** Only when it is named: it takes longer than all the others. */
  isApart?: true
  measure(product: Product): Promise<BenchRow[]>
}

const benches: Record<string, Bench> = {
  pack: { needsBrowser: false, measure: benchPack },
  scores: { needsBrowser: false, measure: benchScores },
  sheets: { needsBrowser: false, measure: benchSheets },
  availability: { needsBrowser: false, measure: benchAvailability },
  'sign-ins': { needsBrowser: false, measure: benchSignIns },
  clubs: { needsBrowser: false, measure: benchClubs },
  feed: { needsBrowser: false, measure: benchFeedPages },
  pictures: { needsBrowser: false, measure: benchPictures },
  alerts: { needsBrowser: false, measure: benchAlerts },
  outbox: { needsBrowser: true, measure: benchOutbox },
  scroll: { needsBrowser: true, measure: benchFeedScroll },
  map: { needsBrowser: true, measure: benchMapRows },
  taps: { needsBrowser: true, measure: benchMapTaps },
  'first-visit': { needsBrowser: true, measure: benchFirstVisit },
  'saved-visit': { needsBrowser: true, measure: benchSavedVisits },
  'second-visit': { needsBrowser: true, measure: benchSecondVisit },
  tests: { needsBrowser: false, isApart: true, measure: benchTests },
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There is ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}

const chromiumPath = prepareChromium()
if (chromiumPath !== undefined) process.env.CHROMIUM_PATH = chromiumPath
await buildAppIfDue(join(import.meta.dirname, '..', '..'), console.log)

// rows that stand for many phones name their addresses
const product = await startProduct({ env: { TRUSTED_PROXY: '127.0.0.1' } })
const rows: BenchRow[] = []
try {
  for (const [name, { needsBrowser, isApart = false, measure }] of Object.entries(benches)) {
    if (wanted.length > 0 ? !wanted.includes(name) : isApart) continue
    if (needsBrowser && chromiumPath === undefined) {
      console.log(`skipped: ${name}, because no Chromium could be found or installed`)
    } else rows.push(...(await measure(product)))
  }
} finally {
  await product.dispose()
}
printRows(rows)
process.exit(rows.every(isMet) ? 0 : 1)

// What the tests of all actions need of these.
import type { store } from '../../../../src/contract/store.ts'
import { toStorePayload } from '../../../support/buying/storeGoods.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'
import { buyer } from '../../../support/clubs/sampleInputs.ts'

export const cases: CasesOf<typeof store> = {
  get_store: {
    sample: () => ({}),
  },
  sell_products: {
    sample: ({ inventoryId }) => toStorePayload([inventoryId], buyer.email),
    refused: 'not-paid',
    texts: 'sales',
  },
}

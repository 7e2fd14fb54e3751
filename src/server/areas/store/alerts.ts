// What members are told of the store.
import { type Alerts, added } from '../../alerts/alertWords.ts'

export const alerts = {
  product: added({
    table: 'product',
    name: 'name',
    choice: 'notifyNewProduct',
    path: '/portal/member/store',
    words: {
      en: { one: 'New in the store', several: 'new products in the store' },
      es: { one: 'Nuevo en la tienda', several: 'productos nuevos en la tienda' },
    },
  }),
} satisfies Partial<Alerts>

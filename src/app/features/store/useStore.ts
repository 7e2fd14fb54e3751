// What the store offers. Asked for on each screen: stock that was there a moment ago may be sold.
import { useRead } from '../../reading/useRead.ts'

export function useStore() {
  return useRead('get_store', {}, { freshFor: 0 })
}

// The cart of the member who is signed in, on the screen.
import { useMemo, useSyncExternalStore } from 'react'
import { lastingStorage, toCartName } from '../../session/deviceStorage.ts'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import { type Cart, type CartEntry, createCart, followCarts, readCart } from './cart.ts'

export function useCart(): Cart & { readonly entries: readonly CartEntry[] } {
  const { slug } = useSession()
  const { member, lapsedMember } = useSessionState()
  const name = toCartName(slug, (member ?? lapsedMember)?.id ?? 0)
  const text = useSyncExternalStore(
    followCarts,
    () => lastingStorage.find(name) ?? '',
    () => '',
  )
  const entries = useMemo(() => readCart(text), [text])
  const cart = useMemo(() => createCart(lastingStorage, name), [name])
  return { ...cart, entries }
}

// The way to the cart, with the number of things in it.
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import { buttonClass } from '../../ui/buttonClass.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './CartLink.module.css'
import { useCart } from './useCart.ts'

export function CartLink() {
  const { entries } = useCart()
  const count = entries.length
  return (
    <Link to="/portal/member/store/cart" className={buttonClass({ size: 'row' })}>
      <ShoppingCart aria-hidden="true" />
      <Trans>Cart</Trans>
      <span className={styles.count} aria-hidden="true">
        {count}
      </span>
      <VisuallyHidden>
        <Plural value={count} one="# item" other="# items" />
      </VisuallyHidden>
    </Link>
  )
}

// A menu under its button. Only this needs Base UI, so import it lazily where the first screen counts.

import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Menu.module.css'

export interface MenuItem {
  key: string
  label: ReactNode
  icon?: ReactNode
  onSelect?: () => void
  /** A router's link without content, in place of `onSelect`. */
  link?: ReactElement
  danger?: boolean | undefined
  disabled?: boolean | undefined
  /** A line above the item. */
  divided?: boolean | undefined
}

export interface MenuProps {
  /** The button that opens the menu: Button or IconButton. */
  trigger: ReactElement
  items: readonly MenuItem[]
  align?: 'start' | 'end'
  /** Opens at once, for a menu whose code was loaded when its button was pressed. */
  defaultOpen?: boolean
  /** Where the menu is placed in the page, so that it is inside a landmark. At the page's end if missing. */
  container?: RefObject<HTMLElement | null> | undefined
}

export function Menu({ trigger, items, align = 'end', defaultOpen = false, container }: MenuProps) {
  return (
    <BaseMenu.Root defaultOpen={defaultOpen}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal container={container}>
        <BaseMenu.Positioner className={styles.positioner} align={align} sideOffset={6} collisionPadding={12}>
          <BaseMenu.Popup className={styles.popup}>
            {items.flatMap((item) => [
              item.divided && <BaseMenu.Separator key={`${item.key}-line`} className={styles.separator} />,
              item.link === undefined ? (
                <BaseMenu.Item
                  key={item.key}
                  className={toClass(item)}
                  disabled={item.disabled ?? false}
                  {...(item.onSelect && { onClick: item.onSelect })}
                >
                  {item.icon}
                  {item.label}
                </BaseMenu.Item>
              ) : (
                <BaseMenu.LinkItem key={item.key} className={toClass(item)} closeOnClick render={item.link}>
                  {item.icon}
                  {item.label}
                </BaseMenu.LinkItem>
              ),
            ])}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

function toClass(item: MenuItem): string {
  return classNames(styles.item, item.danger && styles.danger)
}

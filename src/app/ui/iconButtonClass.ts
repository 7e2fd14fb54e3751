// The look of an icon button as a class name, for links.

import { classNames } from './classNames.ts'
import styles from './IconButton.module.css'

export function iconButtonClass({ bordered = false }: { bordered?: boolean | undefined } = {}): string {
  return classNames(styles.button, bordered && styles.bordered)
}

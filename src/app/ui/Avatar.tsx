// A person's picture, or their initials if there is none. The name is beside it as text.

import styles from './Avatar.module.css'
import { classNames } from './classNames.ts'

export interface AvatarProps {
  name: string
  /** A picture's address. Initials are shown if it is missing or empty. */
  picture?: string | undefined
  /** 36, 44 or 132 px. */
  size?: 'small' | 'medium' | 'large'
}

export function Avatar({ name, picture, size = 'medium' }: AvatarProps) {
  return (
    <span
      className={classNames(styles.avatar, size !== 'medium' && styles[size])}
      // drawn by the style sheet: letters in the markup would become part of the surrounding button's name
      data-initials={picture ? undefined : toInitials(name)}
      aria-hidden="true"
    >
      {picture && <img src={picture} alt="" loading="lazy" decoding="async" />}
    </span>
  )
}

function toInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

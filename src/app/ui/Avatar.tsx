// A person's picture, or the initials where there is none; the name stands beside it in words.

import styles from './Avatar.module.css'
import { classNames } from './classNames.ts'

export interface AvatarProps {
  name: string
  /** A picture's address; initials when missing or empty. */
  picture?: string | undefined
  /** 36, 44 or 132 px. */
  size?: 'small' | 'medium' | 'large'
}

export function Avatar({ name, picture, size = 'medium' }: AvatarProps) {
  return (
    <span
      className={classNames(styles.avatar, size !== 'medium' && styles[size])}
      // drawn by the style sheet: letters in the markup would count as the words of the button around them
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

// A person's picture, or their initials if there is none. The name is beside it as text.

import { useState } from 'react'
import styles from './Avatar.module.css'
import { classNames } from './classNames.ts'

export interface AvatarProps {
  name: string
  /** A picture's address. Initials are shown if it is missing or empty. */
  picture?: string | undefined
  /** 36, 44, 50 or 132 px. */
  size?: 'small' | 'medium' | 'row' | 'large'
}

export function Avatar({ name, picture, size = 'medium' }: AvatarProps) {
  // without a network there may be only the name
  const [missing, setMissing] = useState<string>()
  const isShown = Boolean(picture) && picture !== missing
  return (
    <span
      className={classNames(styles.avatar, size !== 'medium' && styles[size])}
      // drawn by the style sheet: letters in the markup would become part of the surrounding button's name
      data-initials={isShown ? undefined : toInitials(name)}
      aria-hidden="true"
    >
      {isShown && (
        <img
          key={picture}
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setMissing(picture)}
        />
      )}
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

// The club's logo beside its name, or its initials if it has none.
import { useState } from 'react'
import { toPictureUrl } from '../../domain/picture.ts'
import styles from './ClubCrest.module.css'

export function ClubCrest({ name, logo }: { name: string; logo: string }) {
  const [missing, setMissing] = useState<string>()
  if (logo !== '' && missing !== logo) {
    return (
      <img
        className={styles.crest}
        src={toPictureUrl(logo, 'logo')}
        alt=""
        width={42}
        height={42}
        onError={() => setMissing(logo)}
      />
    )
  }
  return (
    <svg className={styles.crest} viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="22.5" fill="var(--club-fg)" />
      <circle cx="24" cy="24" r="19" fill="none" stroke="var(--club-bg)" strokeWidth="1.5" />
      <path d="M4 16.500h40M4 31.500h40" stroke="var(--club-bg)" strokeWidth="1.2" />
      <text x="24" y="29" textAnchor="middle" fill="var(--club-bg)">
        {toInitials(name)}
      </text>
    </svg>
  )
}

function toInitials(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => /^\p{Lu}/u.test(word))
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
}

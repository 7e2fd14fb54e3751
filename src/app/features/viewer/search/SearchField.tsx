// The field of the one search.
import { useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'
import { useShow } from '../../../show/ShowContext.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'

export interface SearchFieldProps {
  words: string
  onChange(words: string): void
}

export function SearchField({ words, onChange }: SearchFieldProps) {
  const { t } = useLingui()
  const { carList } = useShow().saved.event
  return (
    <TextInput
      type="search"
      aria-label={t`Search the show`}
      placeholder={carList ? t`Vendor, food, place or car` : t`Vendor, food or place`}
      autoComplete="off"
      enterKeyHint="search"
      value={words}
      icon={<Search aria-hidden="true" />}
      trailing={
        words !== '' && (
          <IconButton
            label={t`Clear the search`}
            icon={<X aria-hidden="true" />}
            onClick={() => onChange('')}
          />
        )
      }
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

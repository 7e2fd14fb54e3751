// The search and the order of the classifieds. Both are in the address, so that they survive a reload.
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { toPlainLine } from '../../../domain/shapes/plainText.ts'
import { Select } from '../../ui/form/Select.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './ListingSearchFields.module.css'
import { type ListingSort, listingSorts, longestSearch } from './listingsSearch.ts'

/** After the last letter. */
const pauseMs = 300

export function ListingSearchFields({ search, sort }: { search: string; sort: ListingSort }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(search)
  const field = useRef<HTMLInputElement>(null)
  const sent = useRef(search)
  const timer = useRef<number | undefined>(undefined)

  // another way than this field has changed the address
  useEffect(() => {
    if (search === sent.current) return
    sent.current = search
    setTyped(search)
  }, [search])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const go = (words: string, order: ListingSort) => {
    window.clearTimeout(timer.current)
    sent.current = toPlainLine(words)
    void navigate({
      to: '/portal/member/classifieds',
      search: {
        ...(sent.current === '' ? {} : { search: sent.current }),
        ...(order === 'newest' ? {} : { sort: order }),
      },
      replace: true,
      resetScroll: false,
    })
  }
  const type = (words: string) => {
    setTyped(words)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => go(words, sort), pauseMs)
  }
  const names = { newest: t`Newest first`, cheapest: t`Cheapest first`, dearest: t`Dearest first` }
  return (
    <search className={styles.fields}>
      <form
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault()
          go(typed, sort)
          // the keyboard of a phone makes room for what was found
          field.current?.blur()
        }}
      >
        <TextInput
          ref={field}
          type="search"
          name="search"
          aria-label={t`Search the classifieds`}
          placeholder={t`Search the classifieds`}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={longestSearch}
          value={typed}
          icon={<Search aria-hidden="true" />}
          trailing={
            typed !== '' && (
              <IconButton
                label={t`Clear the search`}
                icon={<X aria-hidden="true" />}
                onClick={() => {
                  setTyped('')
                  go('', sort)
                  field.current?.focus()
                }}
              />
            )
          }
          onChange={({ target }) => type(target.value)}
        />
      </form>
      <Select
        name="sort"
        aria-label={t`Sort by`}
        value={sort}
        onChange={({ target }) => go(typed, listingSorts.find((one) => one === target.value) ?? 'newest')}
      >
        {listingSorts.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </Select>
    </search>
  )
}

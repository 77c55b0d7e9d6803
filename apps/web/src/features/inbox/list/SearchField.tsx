import { useLingui } from '@lingui/react/macro'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import classes from './ListPane.module.css'

const SEARCH_AFTER_MS = 200

interface Props {
  ref: React.Ref<HTMLInputElement>
  term: string
  onSearch: (q: string | undefined) => void
  /** Moves the focus into the results. */
  onDown: (term: string) => void
}

/** Search field; debounced. */
export function SearchField({ ref, term, onSearch, onDown }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(term)
  const [searched, setSearched] = useState(term)
  // The URL changed from outside: back button, link, cleared filter.
  if (term !== searched) {
    setSearched(term)
    setTyped(term)
  }
  const search = (q: string) => {
    setSearched(q)
    onSearch(q === '' ? undefined : q)
  }
  const searchLater = useEffectEvent(search)
  useEffect(() => {
    const q = typed.trim()
    if (q === searched.trim()) return
    const timer = setTimeout(() => searchLater(q), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, searched])

  return (
    <TextInput
      ref={ref}
      className={classes.search}
      placeholder={t`Search`}
      aria-label={t`Search people, numbers, and messages`}
      leftSection={<IconSearch size={16} />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label={t`Clear search`} onClick={() => setTyped('')} />}
      maxLength={120}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || (event.key === 'Enter' && !event.nativeEvent.isComposing)) {
          event.preventDefault()
          event.currentTarget.blur()
          const q = typed.trim()
          if (q !== searched.trim()) search(q)
          onDown(q)
          return
        }
        if (event.key !== 'Escape') return
        if (typed !== '') setTyped('')
        else event.currentTarget.blur()
      }}
    />
  )
}

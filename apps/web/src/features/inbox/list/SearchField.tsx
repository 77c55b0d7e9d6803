import { useLingui } from '@lingui/react/macro'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTypedSearch } from '../../../lib/use-typed-search.ts'
import classes from './ListPane.module.css'

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
  const { typed, setTyped, search } = useTypedSearch(term, onSearch)
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
          search()
          onDown(typed.trim())
          return
        }
        if (event.key !== 'Escape') return
        if (typed !== '') setTyped('')
        else event.currentTarget.blur()
      }}
    />
  )
}

import { useEffect, useEffectEvent, useState } from 'react'

const SEARCH_AFTER_MS = 200

const trimmed = (text: string) => text.trim()

/**
 * State of a search field whose term is part of the URL: searches once the typing pauses, and follows the URL. `read`
 * derives the term from what was typed.
 */
export function useTypedSearch(term: string, onSearch: (q: string | undefined) => void, read = trimmed) {
  const [typed, setTyped] = useState(term)
  const [searched, setSearched] = useState(term)
  // The URL changed from outside: back button, link, cleared filter.
  if (read(term) !== read(searched)) {
    setSearched(term)
    setTyped(term)
  }
  const search = () => {
    const q = read(typed)
    if (q === read(searched)) return
    setSearched(typed)
    onSearch(q === '' ? undefined : q)
  }
  const searchLater = useEffectEvent(search)
  useEffect(() => {
    if (typed === searched) return
    const timer = setTimeout(() => searchLater(), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, searched])
  return { typed, setTyped, search }
}

import { useEffect, useEffectEvent, useState } from 'react'

const SEARCH_AFTER_MS = 200

/** The text of a search field whose term is part of the URL: searches once the typing pauses, and follows the URL. */
export function useTypedSearch(term: string, onSearch: (q: string | undefined) => void) {
  const [typed, setTyped] = useState(term)
  const [searched, setSearched] = useState(term)
  // The URL changed from outside: back button, link, cleared filter.
  if (term !== searched) {
    setSearched(term)
    setTyped(term)
  }
  const search = () => {
    const q = typed.trim()
    if (q === searched.trim()) return
    setSearched(q)
    onSearch(q === '' ? undefined : q)
  }
  const searchLater = useEffectEvent(search)
  useEffect(() => {
    if (typed.trim() === searched.trim()) return
    const timer = setTimeout(() => searchLater(), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, searched])
  return { typed, setTyped, search }
}

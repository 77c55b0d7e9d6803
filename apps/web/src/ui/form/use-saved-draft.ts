import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorCode } from '../../lib/error-code.ts'
import { useAutosave } from './use-autosave.ts'

interface Options<Value> {
  stored: Value
  /** Saves the newest value, and writes the saved one to the query of `stored`. */
  save: (value: Value) => Promise<void>
  /** The query of `stored`; refetched when a concurrent save was faster. */
  queryKey: QueryKey
  isValid?: (value: Value) => boolean
}

/** An autosaved part of the settings, which follows other people's changes while it is not being edited. */
export function useSavedDraft<Value>({ stored, save, queryKey, isValid = () => true }: Options<Value>) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<{ value: Value } | null>(null)
  const { mutateAsync } = useMutation({
    // The parts of a setting share its version, so they are saved one after the other.
    scope: { id: hashKey(queryKey) },
    mutationFn: async (value: Value) => {
      // A response requested before this save would overwrite the saved value.
      await cache.cancelQueries({ queryKey })
      await save(value)
    },
  })
  const { state, flush, change } = useAutosave(
    async (next: { value: Value }) => {
      try {
        await mutateAsync(next.value)
        setDraft((now) => (now === next ? null : now))
      } catch (error) {
        if (errorCode(error) === 'ChangedMeanwhile') {
          await cache.invalidateQueries({ queryKey })
          setDraft(null)
        }
        throw error
      }
    },
    ({ value }) => isValid(value),
  )
  return {
    value: draft ? draft.value : stored,
    state,
    flush,
    change: (value: Value) => {
      const next = { value }
      setDraft(next)
      change(next)
    },
  }
}

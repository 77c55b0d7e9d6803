import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorCode } from '../../lib/error-code.ts'
import { useAutosave } from './use-autosave.ts'

interface Options<Value> {
  stored: Value
  /** Saves the newest value, and puts what was saved where `stored` comes from. */
  save: (value: Value) => Promise<void>
  /** Where `stored` comes from: read again by whoever was slower than somebody else. */
  queryKey: QueryKey
  isValid?: (value: Value) => boolean
}

/** A part of the settings, which saves by itself and follows what others change while nobody touches it. */
export function useSavedDraft<Value>({ stored, save, queryKey, isValid = () => true }: Options<Value>) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<{ value: Value } | null>(null)
  const { mutateAsync } = useMutation({
    // The parts of a setting share its version: each is saved with what the one before it left.
    scope: { id: hashKey(queryKey) },
    mutationFn: async (value: Value) => {
      // What was asked for before this would be put in the place of what is saved now.
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

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SaveState } from './SaveNote.tsx'

const PAUSE_MS = 600

/**
 * Saves a section shortly after its last change, one save after the other, and at once when it unmounts.
 * `save` gets the newest value; a value that cannot be saved yet (`isValid` false) waits for the next change.
 */
export function useAutosave<Value>(save: (value: Value) => Promise<unknown>, isValid: (value: Value) => boolean) {
  const [state, setState] = useState<SaveState>({ status: 'idle' })
  const waiting = useRef<{ value: Value } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isSaving = useRef(false)

  const run = useEffectEvent(async () => {
    clearTimeout(timer.current)
    const next = waiting.current
    if (!next || isSaving.current || !isValid(next.value)) return
    waiting.current = null
    isSaving.current = true
    setState({ status: 'saving' })
    try {
      await save(next.value)
      setState({ status: 'saved' })
    } catch (error) {
      setState({ status: 'failed', error })
    } finally {
      isSaving.current = false
    }
    if (waiting.current) void runLater()
  })
  const runLater = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush.current(), PAUSE_MS)
  }
  const flush = useRef(() => Promise.resolve())
  useEffect(() => {
    flush.current = run
    // Saves on leaving the page, so that the last edit is not lost.
    return () => void flush.current()
  }, [])

  return {
    state,
    change: (value: Value) => {
      waiting.current = { value }
      setState({ status: 'idle' })
      runLater()
    },
    flush: () => void flush.current(),
  }
}

import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'

/** The text for a failure. Loaded when needed, except that for a lost connection, which is always available. */
export function useErrorText(error: unknown): string {
  const [shown, setShown] = useState<{ error: unknown; text: string }>()
  useEffect(() => {
    if (!error) return
    let isOver = false
    const show = (text: string) => !isOver && setShown({ error, text })
    void errorTextOf(error).then(show)
    return () => {
      isOver = true
    }
  }, [error])
  return error && shown?.error === error ? shown.text : ''
}

export const errorTextOf = (error: unknown): Promise<string> =>
  import('../../lib/error-texts.ts').then(
    ({ errorText }) => errorText(error),
    () => t`We can’t reach Frontdesk. Check your connection and try again.`,
  )

import type { Conversation, Translation } from '@frontdesk/contract/api'
import { isSameLanguage, MESSAGE_TEXT_MAX } from '@frontdesk/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { translationQuery } from '../../../entities/translation/queries.ts'
import { api } from '../../../lib/api.ts'
import { useIsSettled } from '../../../lib/use-is-settled.ts'

/** Someone still typing has not finished the sentence. */
const PAUSE_MS = 800

/** The text as sent, and the original if it was written in another language. */
interface Ready {
  text: string
  translation: Translation | undefined
}

export interface Offer {
  /** The contact’s language. */
  language: string
  isOn: boolean
  setOn: (isOn: boolean) => void
  /** Offline: it is translated once the connection is back. */
  isPaused: boolean
  error: Error | null
}

export interface Translating {
  /** The text as it would be sent; null until it is translated. */
  ready: Ready | null
  /** Null if the contact's language is the team's. */
  offer: Offer | null
  /** Requests the translation now instead of after the pause. */
  translateNow: () => void
}

/** Translates what is being written to a contact of another language. */
export function useComposerTranslation({ sid, contact }: Conversation, text: string): Translating {
  const ours = useQuery({ ...translationQuery, enabled: useIsSettled() }).data?.to ?? null
  const theirs = contact.language
  const isOffered = ours !== null && theirs !== null && !isSameLanguage(ours, theirs)
  const [isOn, setOn] = useState(true)
  const [requested, setRequested] = useState('')
  const written = text.trim()
  const isTranslatable = isOffered && isOn && text.length <= MESSAGE_TEXT_MAX && /\p{L}/u.test(text)
  useEffect(() => {
    if (!isTranslatable) return
    const timer = setTimeout(() => setRequested(written), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isTranslatable, written])
  const isRequested = isTranslatable && requested === written
  const { data, error, fetchStatus, refetch } = useQuery({
    queryKey: ['translated-text', sid, theirs, requested],
    queryFn: async ({ signal }) =>
      (await api.translation.translateText({ conversationSid: sid, text: requested, to: theirs ?? '' }, { signal }))
        .data,
    enabled: isRequested,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })
  const ready = (): Ready | null => {
    if (!isTranslatable) return { text: written, translation: undefined }
    if (!isRequested || !data) return null
    // The author wrote in the contact's language.
    if (isSameLanguage(data.language, theirs)) return { text: written, translation: undefined }
    return { text: data.text, translation: { language: theirs, text: written, textLanguage: data.language } }
  }
  return {
    ready: ready(),
    offer: isOffered
      ? {
          language: theirs,
          isOn,
          setOn,
          isPaused: isRequested && fetchStatus === 'paused',
          error: isRequested && fetchStatus === 'idle' ? error : null,
        }
      : null,
    translateNow: () => {
      if (requested === written) void refetch()
      else setRequested(written)
    },
  }
}

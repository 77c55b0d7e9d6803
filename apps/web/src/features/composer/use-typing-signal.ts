import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'

const EVERY_MS = 3000

/** Notifies teammates that the viewer is typing: at most every three seconds, and once when it stops. */
export function useTypingSignal(sid: string) {
  const sentAt = useRef(0)
  const last = useRef<Promise<unknown>>(Promise.resolve())

  const send = (isTyping: boolean) => {
    const now = Date.now()
    if (isTyping ? now - sentAt.current < EVERY_MS : sentAt.current === 0) return
    sentAt.current = isTyping ? now : 0
    // One after the other: a start that overtakes its stop would show for seconds. Best effort: a failure loses
    // nothing.
    const request = () => api.conversations.typing({ sid, isTyping }).catch(() => undefined)
    last.current = last.current.then(request)
  }

  const stop = useRef(() => {})
  useEffect(() => {
    stop.current = () => send(false)
  })
  useEffect(() => () => stop.current(), [])
  return send
}

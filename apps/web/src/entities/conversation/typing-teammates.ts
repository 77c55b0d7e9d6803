import { useSyncExternalStore } from 'react'

/** A teammate whose "stopped" got lost is not shown as typing for ever. */
const FORGET_MS = 6000

interface Typist {
  displayName: string
  timer: ReturnType<typeof setTimeout>
}

const byConversation = new Map<string, Map<string, Typist>>()
const listeners = new Set<() => void>()
const NOBODY: readonly string[] = []
let names = new Map<string, readonly string[]>()

function tell(sid: string) {
  names = new Map(names).set(
    sid,
    [...(byConversation.get(sid)?.values() ?? [])].map(({ displayName }) => displayName),
  )
  for (const listener of listeners) listener()
}

/** Who of the team is typing in which conversation. */
export const typingTeammates = {
  set(sid: string, userId: string, displayName: string, isTyping: boolean) {
    const typists = byConversation.get(sid) ?? new Map<string, Typist>()
    byConversation.set(sid, typists)
    clearTimeout(typists.get(userId)?.timer)
    if (isTyping) {
      const timer = setTimeout(() => typingTeammates.set(sid, userId, displayName, false), FORGET_MS)
      typists.set(userId, { displayName, timer })
    } else typists.delete(userId)
    tell(sid)
  },
}

export const useTypingTeammates = (sid: string): readonly string[] =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => names.get(sid) ?? NOBODY,
  )

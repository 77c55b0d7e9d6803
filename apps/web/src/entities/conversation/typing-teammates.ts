import { createStore, useStore } from '../../lib/create-store.ts'

/** Teammates count as typing this long after their last event, in case the one that says they stopped is lost. */
const EXPIRES_MS = 6000

const timers = new Map<string, ReturnType<typeof setTimeout>>()
const NOBODY: readonly string[] = []
const NOBODY_BY_ID: ReadonlyMap<string, string> = new Map()
const typistsBySid = createStore<ReadonlyMap<string, { names: readonly string[]; byId: ReadonlyMap<string, string> }>>(
  new Map(),
)

/** Which teammates are typing in which conversation. */
export const typingTeammates = {
  set(sid: string, userId: string, displayName: string, isTyping: boolean) {
    const key = `${sid} ${userId}`
    clearTimeout(timers.get(key))
    timers.delete(key)
    const byId = new Map(typistsBySid.get().get(sid)?.byId ?? NOBODY_BY_ID)
    if (isTyping) {
      timers.set(
        key,
        setTimeout(() => typingTeammates.set(sid, userId, displayName, false), EXPIRES_MS),
      )
      byId.set(userId, displayName)
    } else byId.delete(userId)
    typistsBySid.set(new Map(typistsBySid.get()).set(sid, { byId, names: [...byId.values()] }))
  },
}

export const useTypingTeammates = (sid: string) => useStore(typistsBySid, (bySid) => bySid.get(sid)?.names ?? NOBODY)

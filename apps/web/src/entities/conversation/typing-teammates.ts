import { createStore, useStore } from '../../lib/create-store.ts'

/** Teammates count as typing this long after their last event, in case the one that says they stopped is lost. */
const EXPIRES_MS = 6000

const timers = new Map<string, ReturnType<typeof setTimeout>>()
const NOBODY: readonly string[] = []
const typistsBySid = createStore<ReadonlyMap<string, { names: readonly string[]; byId: ReadonlyMap<string, string> }>>(
  new Map(),
)

/** Teammates who are typing, by conversation. */
export const typingTeammates = {
  start(sid: string, userId: string, displayName: string) {
    const key = `${sid} ${userId}`
    clearTimeout(timers.get(key))
    timers.set(
      key,
      setTimeout(() => typingTeammates.stop(sid, userId), EXPIRES_MS),
    )
    write(sid, new Map(typistsBySid.get().get(sid)?.byId).set(userId, displayName))
  },

  stop(sid: string, userId: string) {
    const key = `${sid} ${userId}`
    clearTimeout(timers.get(key))
    timers.delete(key)
    const byId = new Map(typistsBySid.get().get(sid)?.byId)
    if (byId.delete(userId)) write(sid, byId)
  },
}

const write = (sid: string, byId: ReadonlyMap<string, string>) =>
  typistsBySid.set(new Map(typistsBySid.get()).set(sid, { byId, names: [...byId.values()] }))

export const useTypingTeammates = (sid: string) => useStore(typistsBySid, (bySid) => bySid.get(sid)?.names ?? NOBODY)

import { useSyncExternalStore } from 'react'

export interface ConversationViewer {
  userID: string
  displayName: string
}

const NOBODY: readonly ConversationViewer[] = []
const listeners = new Set<() => void>()
let bySid = new Map<string, readonly ConversationViewer[]>()

function write(sid: string, viewers: readonly ConversationViewer[]) {
  bySid = new Map(bySid).set(sid, viewers)
  for (const listener of listeners) listener()
}

/** Who of the team has which conversation open. */
export const viewers = {
  fill: write,
  set(sid: string, viewer: ConversationViewer, isViewing: boolean) {
    const others = (bySid.get(sid) ?? NOBODY).filter(({ userID }) => userID !== viewer.userID)
    write(sid, isViewing ? [...others, viewer] : others)
  },
}

export const useViewers = (sid: string): readonly ConversationViewer[] =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => bySid.get(sid) ?? NOBODY,
  )

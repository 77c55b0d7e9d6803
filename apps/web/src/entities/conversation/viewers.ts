import { createStore, useStore } from '../../lib/create-store.ts'

export interface ConversationViewer {
  userID: string
  displayName: string
}

const NOBODY: readonly ConversationViewer[] = []
const viewersBySid = createStore<ReadonlyMap<string, readonly ConversationViewer[]>>(new Map())

/** Counts how often the viewers that are shown became unreliable and must be fetched again. */
const expiries = createStore(0)

/** Teammates who have a conversation open, by conversation. */
export const viewers = {
  of: (sid: string): readonly ConversationViewer[] => viewersBySid.get().get(sid) ?? NOBODY,
  fill: (sid: string, present: readonly ConversationViewer[]) =>
    viewersBySid.set(new Map(viewersBySid.get()).set(sid, present)),
  set: (sid: string, viewer: ConversationViewer, isViewing: boolean) => {
    const others = viewers.of(sid).filter(({ userID }) => userID !== viewer.userID)
    viewers.fill(sid, isViewing ? [...others, viewer] : others)
  },
  expire: () => expiries.set(expiries.get() + 1),
  onExpire: (listener: () => void) => expiries.subscribe(listener),
}

export const useViewers = (sid: string) => useStore(viewersBySid, (bySid) => bySid.get(sid) ?? NOBODY)

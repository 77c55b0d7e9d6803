import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { forgetConversations, hideConversations } from '../../entities/conversation/forget-conversations.ts'
import { noteDrafts } from '../../entities/note/note-drafts.ts'
import { exchangeRefreshToken } from '../../lib/api.ts'
import { endedSession } from '../../lib/session/ended-session.ts'
import { session } from '../../lib/session/session.ts'
import { SESSION_KEY, type StoredSession } from '../../lib/session/stored-session.ts'
import type { AppRouter } from '../router.tsx'

const CHECK_MS = 1000
const PAUSE_AFTER_FAILURE_MS = 10_000

/** Identifies the user, and the role or teammate they view as. */
const viewerKey = (session: StoredSession | null) =>
  session && `${session.userId} ${JSON.stringify(session.viewingAs ?? null)}`

/** Identifies the rights that decide what the screen shows. */
const rightsKey = (session: StoredSession | null) =>
  session && JSON.stringify([session.roles, session.permissions, session.locationIDs])

function leave(router: AppRouter, { userName }: StoredSession) {
  const { pathname, href } = router.state.location
  // Signing out already, or on a screen that needs no session.
  if (pathname === '/logout' || pathname.startsWith('/auth/')) return
  endedSession.set(userName)
  void router.navigate({ to: '/logout', search: { redirect: href }, replace: true })
}

/** Refreshes the token, follows session changes in other tabs, and redirects to the sign-in page when it has ended. */
export function useSessionKeeper(router: AppRouter, cache: QueryClient) {
  useEffect(() => {
    let pausedUntil = 0
    let isRenewing = false

    const renewWhenDue = async () => {
      const stale = session.sync()?.bearerToken
      const now = Date.now()
      if (!stale || isRenewing || now < pausedUntil || !session.isDue(now)) return
      isRenewing = true
      try {
        await session.renew(stale, exchangeRefreshToken)
      } catch {
        pausedUntil = now + PAUSE_AFTER_FAILURE_MS
      } finally {
        isRenewing = false
      }
    }

    const timer = setInterval(renewWhenDue, CHECK_MS)
    void renewWhenDue()

    const onStorage = (event: StorageEvent) => {
      if (event.key === SESSION_KEY || event.key === null) session.sync()
    }
    addEventListener('storage', onStorage)

    const unsubscribe = session.subscribe((now, before) => {
      if (now) endedSession.clear()
      if (viewerKey(now) !== viewerKey(before)) {
        cache.clear()
        forgetConversations()
        noteDrafts.forgetAll()
        if (before && !now) leave(router, before)
        else void router.invalidate()
      } else if (rightsKey(now) !== rightsKey(before)) {
        // Hide at once what the viewer may no longer see, without waiting for the response.
        hideConversations()
        void cache.resetQueries()
        void router.invalidate()
      }
    })

    return () => {
      clearInterval(timer)
      removeEventListener('storage', onStorage)
      unsubscribe()
    }
  }, [router, cache])
}

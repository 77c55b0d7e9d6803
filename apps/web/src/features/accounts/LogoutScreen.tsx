import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import classes from '../../ui/layout/AuthLayout.module.css'

/**
 * Ends the session on the server, and here even when the server cannot be reached. `redirect` is where the person was
 * when their session ended, and where they return after signing in.
 */
export function LogoutScreen({ redirect }: { redirect: string | undefined }) {
  const navigate = useNavigate()
  useEffect(() => {
    const leave = async () => {
      if (session.current) await api.accounts.logout({}, { signal: AbortSignal.timeout(4000) }).catch(() => undefined)
      session.set(null)
      await navigate({ to: '/auth/login', search: redirect === undefined ? {} : { redirect }, replace: true })
    }
    void leave()
  }, [navigate, redirect])
  return (
    <main className={classes.root}>
      <p role="status">
        <Trans>Signing out…</Trans>
      </p>
    </main>
  )
}

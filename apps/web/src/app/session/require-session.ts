import { type ParsedLocation, redirect } from '@tanstack/react-router'
import type { RouterContext } from '../../lib/router-context.ts'

/** `beforeLoad` of routes that need a session: redirects to sign-in, or to the set-up of two-step sign-in. */
export function requireSession({ context, location }: { context: RouterContext; location: ParsedLocation }): void {
  const session = context.session.current
  if (!session) throw redirect({ to: '/auth/login', search: { redirect: location.href }, replace: true })
  if (session.needsTwoStep) throw redirect({ to: '/auth/two-step-setup', replace: true })
}

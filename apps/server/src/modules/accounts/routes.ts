import { AppError } from '../../platform/errors.ts'
import { type Api, inTransaction, signedIn } from '../../platform/http/api.ts'
import { callerAddress } from '../../platform/http/caller-address.ts'
import type { AccountDeps } from './deps.ts'
import { FILES_COOKIE, FILES_COOKIE_PATH, withFilesCookie } from './files-cookie.ts'
import { signOut } from './login-sessions.ts'
import { refreshSession } from './refresh-session.ts'
import { registerTenant } from './register-tenant.ts'
import { readCaller, setDeviceCookie } from './request-caller.ts'
import { findSessionView } from './sessions.ts'
import { signIn } from './sign-in.ts'

export function accountRoutes(api: Api, deps: AccountDeps) {
  const transaction = inTransaction(deps.database)
  return {
    authenticate: api.accounts.authenticate.handler(async ({ context, input }) => {
      const caller = readCaller(context)
      const result = await signIn(deps, caller, input)
      setDeviceCookie(context, caller, deps.hasHttps)
      return withFilesCookie(deps, context.reply, result)
    }),
    refreshSession: api.accounts.refreshSession.handler(async ({ context, input }) =>
      withFilesCookie(
        deps,
        context.reply,
        await refreshSession(deps, callerAddress(context.request), input.refreshToken),
      ),
    ),
    registerTenant: api.accounts.registerTenant.handler(async ({ context, input }) => {
      const caller = readCaller(context)
      const result = await registerTenant(deps, caller, input)
      setDeviceCookie(context, caller, deps.hasHttps)
      return withFilesCookie(deps, context.reply, result)
    }),
    getSession: api.accounts.getSession.handler(
      transaction(async (tx, { actor }) => {
        const view = await findSessionView(tx, actor.sessionId)
        if (!view) throw new AppError('NotSignedIn')
        return view
      }),
    ),
    logout: api.accounts.logout.handler(async ({ context }) => {
      const actor = signedIn(context)
      await deps.database.inTenant(actor, (tx) => signOut(deps, tx, actor, readCaller(context)))
      context.reply.clearCookie(FILES_COOKIE, { path: FILES_COOKIE_PATH })
      return { success: true as const }
    }),
  }
}

import type { AuthResult } from '@frontdesk/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { signedIn } from '../../platform/http/api.ts'
import type { AttemptLimits } from './limits.ts'
import { refreshSession, revokeSession } from './refresh-session.ts'
import { registerTenant } from './register-tenant.ts'
import { findSessionView, type SessionDeps } from './sessions.ts'
import { type Caller, signIn } from './sign-in.ts'
import { signToken } from './tokens.ts'

export interface AccountDeps extends SessionDeps {
  limits: AttemptLimits
  /** Forgets the session in this process and drops its live connections. */
  endSession: (sessionId: string) => void
  hasHttps: boolean
}

export const FILES_COOKIE = 'frontdesk_files'
const FILES_COOKIE_PATH = '/files'

const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
})

export function accountRoutes(api: Api, deps: AccountDeps) {
  /** Lets `<img>` and `<video>`, which send no bearer token, open the session's media. */
  const withFilesCookie = async (reply: FastifyReply, result: AuthResult) => {
    const { token } = await signToken(deps.secrets.tokenKey, 'files', result, deps.now())
    reply.setCookie(FILES_COOKIE, token, {
      path: FILES_COOKIE_PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: deps.hasHttps,
    })
    return result
  }
  return {
    authenticate: api.accounts.authenticate.handler(async ({ context, input }) =>
      withFilesCookie(context.reply, await signIn(deps, callerOf(context.request), input)),
    ),
    refreshSession: api.accounts.refreshSession.handler(async ({ context, input }) =>
      withFilesCookie(context.reply, await refreshSession(deps, context.request.ip, input.refreshToken)),
    ),
    registerTenant: api.accounts.registerTenant.handler(async ({ context, input }) =>
      withFilesCookie(context.reply, await registerTenant(deps, callerOf(context.request), input)),
    ),
    getSession: api.accounts.getSession.handler(async ({ context }) => {
      const actor = signedIn(context)
      const view = await deps.database.inTenant(actor, (tx) => findSessionView(tx, actor.sessionId))
      if (!view) throw new AppError('NotSignedIn')
      return view
    }),
    logout: api.accounts.logout.handler(async ({ context }) => {
      const { sessionId } = signedIn(context)
      await revokeSession(deps.database.directory, sessionId, deps.now())
      deps.endSession(sessionId)
      context.reply.clearCookie(FILES_COOKIE, { path: FILES_COOKIE_PATH })
      return { success: true as const }
    }),
  }
}

import { type Api, inTransaction, signedIn } from '../../platform/http/api.ts'
import { callerAddress } from '../../platform/http/caller-address.ts'
import { requestEmailChange } from './change-email.ts'
import { changeOwnPassword } from './change-password.ts'
import type { AccountDeps } from './deps.ts'
import { withFilesCookie } from './files-cookie.ts'
import { listOwnSessions, revokeOtherSessions, revokeOwnSession } from './login-sessions.ts'
import { findLoginOf, getSecurity, listTenants } from './queries.ts'
import { refreshSession } from './refresh-session.ts'
import { readCaller } from './request-caller.ts'
import { setLocation } from './set-location.ts'
import { switchTenant } from './switch-tenant.ts'
import { confirmTwoStep, newRecoveryCodes, requireTwoStep, startTwoStep, stopTwoStep } from './two-step.ts'

const success = { success: true as const }

export function securityRoutes(api: Api, deps: AccountDeps) {
  const transaction = inTransaction(deps.database)
  return {
    get: api.security.get.handler(transaction((tx, { actor }) => getSecurity(tx, actor.sessionId))),
    changePassword: api.security.changePassword.handler(async ({ context, input }) => {
      await changeOwnPassword(deps, signedIn(context), readCaller(context), input)
      return success
    }),
    changeEmail: api.security.changeEmail.handler(async ({ context, input }) => {
      await requestEmailChange(deps, signedIn(context), callerAddress(context.request), input)
      return success
    }),
    setLocation: api.security.setLocation.handler(async ({ context, input }) => {
      const actor = signedIn(context)
      await deps.database.inTenant(actor, (tx) => setLocation(tx, actor, input))
      const session = await refreshSession(deps, callerAddress(context.request), input.refreshToken)
      return withFilesCookie(deps, context.reply, session)
    }),
    getTenants: api.security.getTenants.handler(async ({ context }) => {
      const login = await findLoginOf(deps.database.directory, signedIn(context).sessionId)
      const tenants = await listTenants(deps.database, login.id)
      return { tenants: tenants.map(({ tenantId, name }) => ({ tenantId, name })) }
    }),
    switchTenant: api.security.switchTenant.handler(async ({ context, input }) =>
      withFilesCookie(
        deps,
        context.reply,
        await switchTenant(deps, signedIn(context), readCaller(context), input.tenantId),
      ),
    ),
    getSessions: api.security.getSessions.handler(async ({ context }) => ({
      sessions: await listOwnSessions(deps, signedIn(context)),
    })),
    revokeSession: api.security.revokeSession.handler(
      transaction(async (tx, { actor, input, context }) => {
        await revokeOwnSession(deps, tx, actor, { ...input, address: callerAddress(context.request) })
        return success
      }),
    ),
    revokeOtherSessions: api.security.revokeOtherSessions.handler(
      transaction(async (tx, { actor, context }) => ({
        ...success,
        ended: await revokeOtherSessions(deps, tx, actor, callerAddress(context.request)),
      })),
    ),
    startTwoStep: api.security.startTwoStep.handler(({ context, input }) =>
      startTwoStep(deps, signedIn(context), input.password),
    ),
    confirmTwoStep: api.security.confirmTwoStep.handler(async ({ context, input }) => ({
      recoveryCodes: await confirmTwoStep(deps, signedIn(context), input.code),
    })),
    newRecoveryCodes: api.security.newRecoveryCodes.handler(async ({ context, input }) => ({
      recoveryCodes: await newRecoveryCodes(deps, signedIn(context), input),
    })),
    stopTwoStep: api.security.stopTwoStep.handler(async ({ context, input }) => {
      await stopTwoStep(deps, signedIn(context), input)
      return success
    }),
    requireTwoStep: api.security.requireTwoStep.handler(
      transaction(async (tx, { actor, input }) => {
        await requireTwoStep(deps, tx, actor, input.isRequired)
        return success
      }),
    ),
  }
}

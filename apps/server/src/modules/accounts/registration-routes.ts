import { type Api, signedIn } from '../../platform/http/api.ts'
import { callerOf } from './caller.ts'
import { changePasswordByLink } from './change-password.ts'
import { checkLink } from './check-link.ts'
import { confirmInvite } from './confirm-invite.ts'
import type { AccountDeps } from './deps.ts'
import { requestDemo } from './request-demo.ts'
import { requestPasswordChange } from './request-password-change.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

const success = { success: true as const }

export const registrationRoutes = (api: Api, deps: AccountDeps) => ({
  getOptions: api.registration.getOptions.handler(async () => ({
    signUp: deps.signUp.inviteCodes ? ('invite-only' as const) : ('open' as const),
  })),
  checkLink: api.registration.checkLink.handler(({ context, input }) => checkLink(deps, context.request.ip, input.id)),
  verify: api.registration.verify.handler(async ({ context, input }) => ({
    ...success,
    ...(await verifyEmail(deps, context.request.ip, input)),
  })),
  resendVerification: api.registration.resendVerification.handler(async ({ context }) => {
    await resendVerification(deps, signedIn(context), context.request.ip)
    return success
  }),
  requestPasswordChange: api.registration.requestPasswordChange.handler(async ({ context, input }) => {
    await requestPasswordChange(deps, context.request.ip, input.email)
    return success
  }),
  changePassword: api.registration.changePassword.handler(async ({ context, input }) => {
    await changePasswordByLink(deps, callerOf(context), input)
    return success
  }),
  confirmInvite: api.registration.confirmInvite.handler(async ({ context, input }) => {
    await confirmInvite(deps, callerOf(context), input)
    return success
  }),
  requestDemo: api.registration.requestDemo.handler(async ({ context, input }) => {
    await requestDemo(deps, context.request.ip, input)
    return success
  }),
})

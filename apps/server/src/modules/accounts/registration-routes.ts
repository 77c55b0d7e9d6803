import { type Api, signedIn } from '../../platform/http/api.ts'
import { callerAddress } from '../../platform/http/caller-address.ts'
import { changePasswordByLink } from './change-password.ts'
import { checkLink } from './check-link.ts'
import { confirmInvite } from './confirm-invite.ts'
import type { AccountDeps } from './deps.ts'
import { withFilesCookie } from './files-cookie.ts'
import { readCaller, setDeviceCookie } from './request-caller.ts'
import { requestDemo } from './request-demo.ts'
import { requestPasswordChange } from './request-password-change.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

const success = { success: true as const }

export const registrationRoutes = (api: Api, deps: AccountDeps) => ({
  getOptions: api.registration.getOptions.handler(async () => ({
    signUp: deps.signUp.inviteCodes ? ('invite-only' as const) : ('open' as const),
  })),
  checkLink: api.registration.checkLink.handler(({ context, input }) =>
    checkLink(deps, callerAddress(context.request), input.id),
  ),
  verify: api.registration.verify.handler(async ({ context, input }) => ({
    ...success,
    ...(await verifyEmail(deps, callerAddress(context.request), input)),
  })),
  resendVerification: api.registration.resendVerification.handler(async ({ context }) => {
    await resendVerification(deps, signedIn(context), callerAddress(context.request))
    return success
  }),
  requestPasswordChange: api.registration.requestPasswordChange.handler(async ({ context, input }) => {
    await requestPasswordChange(deps, callerAddress(context.request), input.email)
    return success
  }),
  changePassword: api.registration.changePassword.handler(async ({ context, input }) => {
    await changePasswordByLink(deps, readCaller(context), input)
    return success
  }),
  confirmInvite: api.registration.confirmInvite.handler(async ({ context, input }) => {
    const caller = readCaller(context)
    const session = await confirmInvite(deps, caller, input)
    if (!session) return { ...success, session }
    setDeviceCookie(context, caller, deps.hasHttps)
    return { ...success, session: await withFilesCookie(deps, context.reply, session) }
  }),
  requestDemo: api.registration.requestDemo.handler(async ({ context, input }) => {
    await requestDemo(deps, callerAddress(context.request), input)
    return success
  }),
})

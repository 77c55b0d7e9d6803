import { z } from 'zod'
import { AuthResult, Email, Password } from './accounts.ts'
import { endpoint, failsWith } from './endpoint.ts'

const service = { tags: ['main'] }
const success = z.object({ success: z.literal(true) })
const CurrentPassword = z.string().min(1).max(200)

/** Six-digit code of an authenticator app, or a recovery code; spaces and dashes are ignored. */
export const TwoStepCode = z.string().trim().min(6).max(30)

export const SessionInfo = z.object({
  sessionId: z.uuid(),
  isCurrent: z.boolean(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  kind: z.enum(['desktop', 'mobile', 'tablet', 'other']),
  address: z.string().nullable(),
  country: z.string().nullable().describe('ISO 3166 code derived from the address; null when unknown.'),
  tenantName: z.string().nullable().describe('The business; null for the caller’s current one.'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe('Accurate to 15 minutes while the session is in use.'),
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const Security = z.object({
  email: z.string().describe('The caller’s sign-in email, once confirmed.'),
  isEmailVerified: z.boolean(),
  twoStep: z.object({
    isOn: z.boolean(),
    isRequired: z.boolean().describe('The business requires it of everyone.'),
    recoveryCodesLeft: z.int(),
  }),
})
export type Security = z.infer<typeof Security>

export const security = {
  get: endpoint({ permission: 'anyone signed in', isBeforeTwoStep: true })
    .route({
      method: 'GET',
      path: '/main/Account/security',
      summary: 'Returns the caller’s sign-in security settings',
      ...service,
    })
    .output(Security),

  changePassword: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/Account/change-password',
      summary: 'Changes the caller’s password and ends their other sessions',
      ...service,
    })
    .input(z.object({ oldPassword: CurrentPassword, newPassword: Password }))
    .output(success)
    .errors(failsWith('WrongPassword', 'PasswordTooObvious', 'TooManyAttempts')),

  changeEmail: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/Account/change-email',
      summary: 'Emails a link to the new address; responds the same whether or not it is in use',
      ...service,
    })
    .input(z.object({ newEmail: Email, password: CurrentPassword }))
    .output(success)
    .errors(failsWith('WrongPassword', 'TooManyAttempts')),

  setLocation: endpoint({ permission: 'anyone signed in', isOfSession: true })
    .route({
      method: 'POST',
      path: '/main/Account/set-location',
      summary: 'Sets the caller’s current location; null means all of their locations',
      ...service,
    })
    .input(z.object({ locationID: z.uuid().nullable(), refreshToken: z.string().min(1).max(200) }))
    .output(AuthResult)
    .errors(failsWith('LocationNotFound', 'SessionExpired', 'RefreshTokenReused', 'TooManyAttempts')),

  getTenants: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/Account/tenants',
      summary: 'Lists the businesses the caller belongs to',
      ...service,
    })
    .output(z.object({ tenants: z.array(z.object({ tenantId: z.uuid(), name: z.string() })) })),

  switchTenant: endpoint({ permission: 'anyone signed in', isOfSession: true })
    .route({
      method: 'POST',
      path: '/main/Authenticate/switch-tenant',
      summary: 'Switches to another business of the caller',
      ...service,
    })
    .input(z.object({ tenantId: z.uuid() }))
    .output(AuthResult)
    .errors(failsWith('TenantNotFound')),

  getSessions: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/Account/sessions',
      summary: 'Lists the sessions of the caller’s login, last used first, at most 100',
      ...service,
    })
    .output(z.object({ sessions: z.array(SessionInfo) })),

  revokeSession: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/Account/sessions/revoke',
      summary: 'Ends one of the caller’s sessions',
      ...service,
    })
    .input(z.object({ sessionId: z.uuid() }))
    .output(success)
    .errors(failsWith('SessionNotFound')),

  revokeOtherSessions: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/Account/sessions/revoke-others',
      summary: 'Ends all of the caller’s other sessions',
      ...service,
    })
    .input(z.object({}))
    .output(success.extend({ ended: z.int() })),

  startTwoStep: endpoint({ permission: 'anyone signed in', isBeforeTwoStep: true })
    .route({
      method: 'POST',
      path: '/main/Account/two-step/start',
      summary: 'Returns a secret for the caller’s authenticator app; nothing changes until it is confirmed',
      ...service,
    })
    .input(z.object({ password: CurrentPassword }))
    .output(z.object({ secret: z.string(), uri: z.string().describe('Content of the QR code.') }))
    .errors(failsWith('WrongPassword', 'TwoStepIsOn', 'TooManyAttempts')),

  confirmTwoStep: endpoint({ permission: 'anyone signed in', isBeforeTwoStep: true })
    .route({
      method: 'POST',
      path: '/main/Account/two-step/confirm',
      summary: 'Turns two-step sign-in on and returns the recovery codes, once',
      ...service,
    })
    .input(z.object({ code: TwoStepCode }))
    .output(z.object({ recoveryCodes: z.array(z.string()) }))
    .errors(failsWith('WrongCode', 'TwoStepIsOn', 'TwoStepIsOff', 'TooManyAttempts')),

  newRecoveryCodes: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/Account/two-step/new-recovery-codes',
      summary: 'Replaces the recovery codes with ten new ones',
      ...service,
    })
    .input(z.object({ password: CurrentPassword, code: TwoStepCode }))
    .output(z.object({ recoveryCodes: z.array(z.string()) }))
    .errors(failsWith('WrongPassword', 'WrongCode', 'TwoStepIsOff', 'TooManyAttempts')),

  stopTwoStep: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/Account/two-step/stop',
      summary: 'Turns two-step sign-in off, unless the business requires it',
      ...service,
    })
    .input(z.object({ password: CurrentPassword, code: TwoStepCode }))
    .output(success)
    .errors(failsWith('WrongPassword', 'WrongCode', 'TwoStepIsOff', 'TwoStepIsRequired', 'TooManyAttempts')),

  requireTwoStep: endpoint({ permission: 'admin_manage_users' })
    .route({
      method: 'POST',
      path: '/main/Account/two-step/require',
      summary: 'Requires two-step sign-in for everyone; teammates without it are signed out and must set it up',
      ...service,
    })
    .input(z.object({ isRequired: z.boolean() }))
    .output(success)
    .errors(failsWith('TwoStepIsOff')),
}

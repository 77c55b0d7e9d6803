import { z } from 'zod'
import { AuthResult, Email, Password } from './accounts.ts'
import { endpoint, failsWith } from './endpoint.ts'

const service = { tags: ['main'] }
const success = z.object({ success: z.literal(true) })
const CurrentPassword = z.string().min(1).max(200)

/** Six digits of an app, or one of the recovery codes; spaces and dashes do not matter. */
export const TwoStepCode = z.string().trim().min(6).max(30)

export const RECOVERY_CODES = 10

export const SessionInfo = z.object({
  sessionId: z.uuid(),
  isCurrent: z.boolean(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  kind: z.enum(['desktop', 'mobile', 'tablet', 'other']),
  address: z.string().nullable(),
  country: z.string().nullable().describe('ISO 3166 code, from the address; null where the address does not tell.'),
  tenantName: z.string().nullable().describe('The business; null for the caller’s present one.'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe('At most a quarter of an hour old while it is in use.'),
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const Security = z.object({
  email: z.string().describe('What the caller signs in with, once it is confirmed.'),
  isEmailVerified: z.boolean(),
  twoStep: z.object({
    isOn: z.boolean(),
    isRequired: z.boolean().describe('The business asks it of everybody.'),
    recoveryCodesLeft: z.int(),
  }),
})
export type Security = z.infer<typeof Security>

export const security = {
  get: endpoint({ permission: 'anyone signed in', isBeforeTwoStep: true })
    .route({
      method: 'GET',
      path: '/main/Account/security',
      summary: 'How the caller’s login is protected',
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
      summary: 'Mails a link to the new address; answers the same whether or not that is in use',
      ...service,
    })
    .input(z.object({ newEmail: Email, password: CurrentPassword }))
    .output(success)
    .errors(failsWith('WrongPassword', 'TooManyAttempts')),

  setLocation: endpoint({ permission: 'anyone signed in', isOfSession: true })
    .route({
      method: 'POST',
      path: '/main/Account/set-location',
      summary: 'Works at a location from now on; null is all one may see',
      ...service,
    })
    .input(z.object({ locationID: z.uuid().nullable(), refreshToken: z.string().min(1).max(200) }))
    .output(AuthResult)
    .errors(failsWith('LocationNotFound', 'SessionExpired', 'RefreshTokenReused', 'TooManyAttempts')),

  getTenants: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/Account/tenants',
      summary: 'The businesses the caller’s login belongs to',
      ...service,
    })
    .output(z.object({ tenants: z.array(z.object({ tenantId: z.uuid(), name: z.string() })) })),

  switchTenant: endpoint({ permission: 'anyone signed in', isOfSession: true })
    .route({
      method: 'POST',
      path: '/main/Authenticate/switch-tenant',
      summary: 'Goes on in another business of the same login',
      ...service,
    })
    .input(z.object({ tenantId: z.uuid() }))
    .output(AuthResult)
    .errors(failsWith('TenantNotFound')),

  getSessions: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/Account/sessions',
      summary: 'Where the caller’s login is signed in, the latest used first, at most 100',
      ...service,
    })
    .output(z.object({ sessions: z.array(SessionInfo) })),

  revokeSession: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/Account/sessions/revoke',
      summary: 'Ends one of one’s own sessions',
      ...service,
    })
    .input(z.object({ sessionId: z.uuid() }))
    .output(success)
    .errors(failsWith('SessionNotFound')),

  revokeOtherSessions: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/Account/sessions/revoke-others',
      summary: 'Ends all of one’s own sessions but this one',
      ...service,
    })
    .input(z.object({}))
    .output(success.extend({ ended: z.int() })),

  startTwoStep: endpoint({ permission: 'anyone signed in', isBeforeTwoStep: true })
    .route({
      method: 'POST',
      path: '/main/Account/two-step/start',
      summary: 'A secret for the caller’s authenticator app; nothing changes before it is confirmed',
      ...service,
    })
    .input(z.object({ password: CurrentPassword }))
    .output(z.object({ secret: z.string(), uri: z.string().describe('What the QR code says.') }))
    .errors(failsWith('WrongPassword', 'TwoStepIsOn', 'TooManyAttempts')),

  confirmTwoStep: endpoint({ permission: 'anyone signed in', isBeforeTwoStep: true })
    .route({
      method: 'POST',
      path: '/main/Account/two-step/confirm',
      summary: 'Turns two-step sign-in on; the recovery codes are shown this one time',
      ...service,
    })
    .input(z.object({ code: TwoStepCode }))
    .output(z.object({ recoveryCodes: z.array(z.string()) }))
    .errors(failsWith('WrongCode', 'TwoStepIsOn', 'TwoStepIsOff', 'TooManyAttempts')),

  newRecoveryCodes: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/Account/two-step/new-recovery-codes',
      summary: 'Ten new recovery codes; the old ones work no more',
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
      summary: 'Asks two-step sign-in of everybody; who has none is signed out and led to it',
      ...service,
    })
    .input(z.object({ isRequired: z.boolean() }))
    .output(success)
    .errors(failsWith('TwoStepIsOff')),
}

import { z } from 'zod'
import { DEFAULT_BUSINESS_NAME, PASSWORD_MIN_LENGTH } from '../rules/constants.ts'
import { PERMISSION_KEYS, ROLES, TENANT_CREATOR } from '../rules/permissions.ts'
import { endpoint, failsWith } from './endpoint.ts'
import { words } from './words.ts'

export const Email = z
  .email()
  .max(254)
  .transform((email) => email.toLowerCase())
export const Password = z.string().min(PASSWORD_MIN_LENGTH).max(200)

/** Set while an owner views as a role or teammate. */
export const ViewingAs = z.object({
  role: z.enum(ROLES),
  userID: z.uuid().nullable().describe('Null to view as the role itself instead of a teammate.'),
  displayName: z.string(),
  byUserID: z.uuid(),
  byDisplayName: z.string(),
})
export type ViewingAs = z.infer<typeof ViewingAs>

/** The user a session acts as, with their rights. */
export const SessionView = z.object({
  userId: z.uuid(),
  sessionId: z.uuid(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  userName: z.string().describe('The email address of the login.'),
  displayName: z.string(),
  profileUrl: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  permissions: z.array(z.enum([...PERMISSION_KEYS, TENANT_CREATOR])),
  locationID: z.uuid().nullable(),
  locationIDs: z.array(z.uuid()).nullable().describe('null: all locations, by explicit grant.'),
  viewingAs: ViewingAs.nullable(),
  needsTwoStep: z.boolean().describe('The business requires two-step sign-in; nothing else works until it is set up.'),
})
export type SessionView = z.infer<typeof SessionView>

/** Response to signing in: tokens and the session view. */
export const AuthResult = SessionView.extend({
  referrerUrl: z.string().nullable(),
  bearerToken: z.string(),
  bearerExpiresAt: z.iso.datetime(),
  refreshToken: z.string(),
})
export type AuthResult = z.infer<typeof AuthResult>

export const authenticate = endpoint({ permission: 'public' })
  .route({ method: 'POST', path: '/main/Authenticate', summary: 'Signs in', tags: ['main'] })
  .input(
    z.object({
      provider: z.literal('password').default('password'),
      userName: z.string().trim().min(1).max(254),
      password: z.string().min(1).max(200),
      rememberMe: z.boolean().default(false),
      code: z.string().trim().min(6).max(30).optional().describe('Required after TwoStepRequired.'),
      tenantId: z.uuid().optional().describe('Required after TenantChoiceRequired, which lists the choices.'),
      ticket: z
        .string()
        .max(1000)
        .optional()
        .describe('Ticket from TenantChoiceRequired; proves the code was correct.'),
    }),
  )
  .output(AuthResult)
  .errors(failsWith('WrongCredentials', 'TwoStepRequired', 'WrongCode', 'TenantChoiceRequired', 'TooManyAttempts'))

export const refreshSession = endpoint({ permission: 'public' })
  .route({ method: 'POST', path: '/main/Authenticate/refresh', summary: 'Exchanges a refresh token', tags: ['main'] })
  .input(z.object({ refreshToken: z.string().min(1).max(200) }))
  .output(AuthResult)
  .errors(failsWith('SessionExpired', 'RefreshTokenReused', 'TooManyAttempts'))

export const getSession = endpoint({ permission: 'anyone signed in', isBeforeTwoStep: true })
  .route({
    method: 'GET',
    path: '/main/Account/session',
    summary: 'Returns what the caller can see and do',
    tags: ['main'],
  })
  .output(SessionView)

export const logout = endpoint({ permission: 'anyone signed in', isOfSession: true, isBeforeTwoStep: true })
  .route({ method: 'POST', path: '/main/Authenticate/logout', summary: 'Ends this session', tags: ['main'] })
  .input(z.object({}))
  .output(z.object({ success: z.literal(true) }))

export const registerTenant = endpoint({ permission: 'public' })
  .route({ method: 'POST', path: '/main/Registration/register-tenant', summary: 'Signs up a business', tags: ['main'] })
  .input(
    z.object({
      email: Email,
      password: Password,
      businessName: words().min(1).max(120).default(DEFAULT_BUSINESS_NAME),
      firstName: words()
        .min(1)
        .max(60)
        .optional()
        .describe('Default: the local part of the email is the display name.'),
      lastName: words().max(60).default(''),
      timeZone: z.string().min(1).max(60).default('America/New_York'),
      inviteCode: z.string().trim().max(100).optional().describe('Required when sign-up is by invitation only.'),
    }),
  )
  .output(AuthResult)
  .errors(failsWith('SignUpClosed', 'TooManyAttempts', 'PasswordTooObvious', 'InvalidInput'))

export const accounts = { authenticate, refreshSession, getSession, logout, registerTenant }

import { z } from 'zod'
import { LINK_PURPOSES } from '../rules/registration.ts'
import { AuthResult, Email, Password } from './accounts.ts'
import { endpoint, failsWith } from './endpoint.ts'
import { words } from './words.ts'

const service = { tags: ['main'] }
const success = z.object({ success: z.literal(true) })

/** Token in the URL of an emailed link. */
export const LinkToken = z.string().min(1).max(200)

export const AccountLink = z.object({
  purpose: z.enum(LINK_PURPOSES),
  email: z.string(),
  tenantName: z.string(),
  hasLogin: z.boolean().describe('Whether the invited person already has an account and joins with its password.'),
  isConfirmed: z.boolean().describe('True for a used link whose email is already confirmed.'),
})
export type AccountLink = z.infer<typeof AccountLink>

const LINK_FAULTS = ['LinkUnknown', 'LinkExpired', 'LinkUsed', 'TooManyAttempts'] as const

export const registration = {
  getOptions: endpoint({ permission: 'public' })
    .route({
      method: 'GET',
      path: '/main/Registration/options',
      summary: 'Returns whether sign-up is open or by invitation only',
      ...service,
    })
    .output(z.object({ signUp: z.enum(['open', 'invite-only']) })),

  checkLink: endpoint({ permission: 'public', isRead: true })
    .route({
      method: 'POST',
      path: '/main/Registration/check-link',
      summary: 'Returns what an emailed link is for, without using it',
      ...service,
    })
    .input(z.object({ id: LinkToken }))
    .output(AccountLink)
    .errors(failsWith(...LINK_FAULTS)),

  verify: endpoint({ permission: 'public' })
    .route({
      method: 'POST',
      path: '/main/Registration/verify',
      summary: 'Confirms an email address',
      ...service,
    })
    .input(z.object({ id: LinkToken, email: Email }))
    .output(
      success.extend({
        mustSignIn: z
          .boolean()
          .describe('The business was added to the existing account of this email; sign in with it.'),
      }),
    )
    .errors(failsWith(...LINK_FAULTS)),

  resendVerification: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/Registration/resend-verification',
      summary: 'Emails a new link to confirm the caller’s email address',
      ...service,
    })
    .input(z.object({}))
    .output(success)
    .errors(failsWith('TooManyAttempts')),

  requestPasswordChange: endpoint({ permission: 'public' })
    .route({
      method: 'POST',
      path: '/main/Registration/request-password-change',
      summary: 'Emails a link to choose a new password; responds the same whether or not the email has an account',
      ...service,
    })
    .input(z.object({ email: Email }))
    .output(success)
    .errors(failsWith('TooManyAttempts')),

  changePassword: endpoint({ permission: 'public' })
    .route({
      method: 'POST',
      path: '/main/Registration/change-password',
      summary: 'Sets a new password with an emailed link and ends all sessions',
      ...service,
    })
    .input(z.object({ id: LinkToken, newPassword: Password }))
    .output(success)
    .errors(failsWith(...LINK_FAULTS, 'PasswordTooObvious')),

  confirmInvite: endpoint({ permission: 'public' })
    .route({
      method: 'POST',
      path: '/main/Registration/confirm-invite',
      summary: 'Accepts an invitation and signs in, with the password of an existing account or a new one',
      ...service,
    })
    .input(z.object({ id: LinkToken, email: Email, password: z.string().min(1).max(200) }))
    .output(
      success.extend({
        session: AuthResult.nullable().describe(
          'Null if the login uses two-step sign-in: sign in with a code instead.',
        ),
      }),
    )
    .errors(failsWith(...LINK_FAULTS, 'WrongCredentials', 'PasswordTooShort', 'PasswordTooObvious')),

  requestDemo: endpoint({ permission: 'public' })
    .route({ method: 'POST', path: '/main/Registration/request-demo', summary: 'Requests a demo', ...service })
    .input(
      z.object({
        firstName: words().min(1).max(60),
        lastName: words().max(60).default(''),
        businessName: words().min(1).max(120),
        email: Email,
        phoneNumber: z.string().trim().max(40).default(''),
        text: words().max(1000).default(''),
      }),
    )
    .output(success)
    .errors(failsWith('TooManyAttempts')),
}

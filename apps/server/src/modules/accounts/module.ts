import { defineModule } from '../../platform/module.ts'
import { spreadEmail } from './change-email.ts'
import * as events from './events.ts'
import { FILES_COOKIE } from './files-cookie.ts'
import { createAttemptLimits } from './limits.ts'
import { registrationRoutes } from './registration-routes.ts'
import { passOnDemoRequest } from './request-demo.ts'
import { sendPasswordLink } from './request-password-change.ts'
import { resendVerificationJob } from './resend-verification.job.ts'
import { accountRoutes } from './routes.ts'
import { securityRoutes } from './security-routes.ts'

/** Registration, sign-in, sessions, two-step sign-in, passwords and email addresses. */
export const accountsModule = defineModule({
  needs: [
    'database',
    'secrets',
    'now',
    'push',
    'publicUrl',
    'hasHttps',
    'signUp',
    'attemptRules',
    'sessions',
    'disconnectSession',
    'limits',
    'endSession',
    'forgetSession',
    'mailer',
  ],
  offers: {
    limits: ({ database, attemptRules }) => createAttemptLimits(database.directoryPool, attemptRules),
    endSession:
      ({ sessions, disconnectSession }) =>
      (sessionId) => {
        sessions.forget(sessionId)
        disconnectSession(sessionId)
      },
    forgetSession: ({ sessions }) => sessions.forget,
    authenticateFiles:
      ({ sessions }) =>
      (request) =>
        sessions.authenticateFiles(request.cookies[FILES_COOKIE]),
  },
  routes: (api, services) => ({
    accounts: accountRoutes(api, services),
    registration: registrationRoutes(api, services),
    security: securityRoutes(api, services),
  }),
  jobs: [sendPasswordLink, resendVerificationJob, spreadEmail, passOnDemoRequest],
  events,
})

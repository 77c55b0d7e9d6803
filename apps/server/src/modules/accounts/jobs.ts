import type { AnyJob } from '../../platform/jobs/define-job.ts'
import type { Mailer } from '../mail/index.ts'
import { spreadEmail } from './change-email.ts'
import type { AccountDeps } from './deps.ts'
import { passOnDemoRequest } from './request-demo.ts'
import { sendPasswordLink } from './request-password-change.ts'
import { resendVerificationJob } from './resend-verification.job.ts'

export const accountJobs = (deps: AccountDeps, mailer: Mailer): AnyJob[] => [
  sendPasswordLink(deps),
  resendVerificationJob(deps),
  spreadEmail(deps),
  passOnDemoRequest({ mailer, signUp: deps.signUp }),
]

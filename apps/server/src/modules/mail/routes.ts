import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { getMailStatus } from './queries.ts'
import type { MailDeps } from './send-mail.job.ts'

export const mailRoutes = (api: Api, { inTenant, now }: Pick<MailDeps, 'inTenant' | 'now'>) => ({
  getStatus: api.mail.getStatus.handler(async ({ context }) =>
    wrap(await inTenant(signedIn(context), (tx) => getMailStatus(tx, now))),
  ),
})

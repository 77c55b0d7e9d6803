import { defineModule } from '../../platform/module.ts'
import * as events from './events.ts'
import { mailRoutes } from './routes.ts'
import { sendMail } from './send-mail.job.ts'
import { mountReturnedMail } from './webhooks.ts'

/** Emails: the queue, the layout, sending, and reports of returned mail. */
export const mailModule = defineModule({
  needs: ['inTenant', 'mailer', 'now', 'secrets', 'drawDocumentFiles'],
  routes: (api, services) => ({ mail: mailRoutes(api, services) }),
  http: [mountReturnedMail],
  jobs: [sendMail],
  events,
})

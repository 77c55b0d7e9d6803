import { defineModule } from '../../platform/module.ts'
import { mailRoutes } from './routes.ts'
import { sendMail } from './send-mail.job.ts'

/** Emails: the queue, the layout, and sending. */
export const mailModule = defineModule({
  needs: ['inTenant', 'mailer', 'now', 'drawDocumentPdf'],
  routes: (api, services) => ({ mail: mailRoutes(api, services) }),
  jobs: [sendMail],
})

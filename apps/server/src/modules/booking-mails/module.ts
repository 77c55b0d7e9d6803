import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { defineModule } from '../../platform/module.ts'
import { BOOKING_MAIL_NEEDS, type BookingMailDeps } from './deps.ts'
import { announcedSubscription, mailAnnouncement } from './mail-announcement.job.ts'
import { listMails } from './queries.ts'
import { failedMailSubscription, recordFailedMail } from './record-failed-mail.job.ts'
import {
  replaceReminder,
  stoppedReminderSubscription,
  undeliveredReminderSubscription,
} from './replace-reminder.job.ts'

/** Mails about visits to their contacts: calendar files, and what replaces reminders that did not arrive. */
export const bookingMailsModule = defineModule({
  needs: BOOKING_MAIL_NEEDS,
  routes: (api, services) => ({ bookingMails: bookingMailRoutes(api, services) }),
  jobs: [mailAnnouncement, recordFailedMail, replaceReminder],
  subscriptions: [
    announcedSubscription,
    failedMailSubscription,
    stoppedReminderSubscription,
    undeliveredReminderSubscription,
  ],
})

function bookingMailRoutes(api: Api, services: BookingMailDeps) {
  const transaction = inTransaction(services)
  return {
    getList: api.bookingMails.getList.handler(
      transaction(async (tx, { actor, input }) => wrap({ mails: await listMails(tx, actor, input.bookingID) })),
    ),
  }
}

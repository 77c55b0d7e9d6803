export { type Mail, renderEmail } from './email-layout.ts'
export { type MailCalendar, MailError, type Mailer, type MailFile } from './mailer.ts'
export { type QueuedMail, queueMail } from './queue-mail.ts'

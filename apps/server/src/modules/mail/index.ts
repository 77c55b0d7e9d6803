export { renderEmail } from './email-layout.ts'
export { MailError, type Mailer } from './mailer.ts'
export { type QueuedMail, queueMail } from './queue-mail.ts'

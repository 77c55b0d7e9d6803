import { expect, test } from 'vitest'
import { sendMail } from '../apps/server/src/modules/mail/send-mail.job.ts'
import { defineEvent } from '../apps/server/src/platform/events/define-event.ts'
import { subscribe } from '../apps/server/src/platform/events/dispatcher.ts'
import { defineCleanup } from '../apps/server/src/platform/jobs/clear-old-rows.job.ts'
import { defineModule } from '../apps/server/src/platform/module.ts'
import { findUnlisted } from './check-modules.ts'

const onReply = subscribe(defineEvent('message.queued', { catchUp: 'conversation' }), () => [])
const oldRows = defineCleanup(async () => 0)
const mountPages = () => {}
const exports = { sendMail, replies: [onReply], oldRows, mountPages, toName: String, LIMIT: 3, OPTIONS: { on: true } }

test('finds a job, a subscription, a cleanup and plain routes that a module does not list', () => {
  const unlisted = findUnlisted(defineModule({}), [{ file: 'mail.ts', exports }])
  expect(unlisted.map((line) => line.split(' ')[2])).toEqual(['sendMail,', 'replies,', 'oldRows,', 'mountPages,'])
})

test('finds nothing where everything is listed', () => {
  const module = defineModule({
    jobs: [sendMail],
    subscriptions: [onReply],
    cleanups: [oldRows],
    http: [mountPages],
  })
  expect(findUnlisted(module, [{ file: 'mail.ts', exports }])).toEqual([])
})

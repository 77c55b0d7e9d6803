import { expect, test } from 'vitest'
import { sendMail } from '../apps/server/src/modules/mail/send-mail.job.ts'
import { defineEvent } from '../apps/server/src/platform/events/define-event.ts'
import { subscribe } from '../apps/server/src/platform/events/dispatcher.ts'
import { defineCleanup } from '../apps/server/src/platform/jobs/clear-old-rows.job.ts'
import { defineModule } from '../apps/server/src/platform/module.ts'
import { findUnkeyedSettings, findUnlisted } from './check-modules.ts'

const messageQueued = defineEvent('message.queued', { catchUp: 'conversation' })
const onReply = subscribe(messageQueued, () => [])
const replyReader = { name: 'replies', gatherMs: 0 }
const oldRows = defineCleanup(async () => 0)
const mountPages = () => {}
const exports = {
  sendMail,
  messageQueued,
  replies: [onReply],
  replyReader,
  oldRows,
  mountPages,
  toName: String,
  LIMIT: 3,
  OPTIONS: { on: true },
}

test('finds each kind of part that a module does not list', () => {
  const unlisted = findUnlisted(defineModule({}), [{ file: 'mail/events.ts', exports }])
  expect(unlisted.map((line) => line.split(' ')[2])).toEqual([
    'sendMail,',
    'messageQueued,',
    'replies,',
    'replyReader,',
    'oldRows,',
    'mountPages,',
  ])
})

test('finds nothing where everything is listed', () => {
  const module = defineModule({
    needs: ['inTenant', 'now', 'mailer', 'secrets', 'drawDocumentFiles'],
    jobs: [sendMail],
    events: { messageQueued },
    readers: [replyReader],
    subscriptions: [onReply],
    cleanups: [oldRows],
    http: [mountPages],
  })
  expect(findUnlisted(module, [{ file: 'mail/events.ts', exports }])).toEqual([])
})

test('finds a setting that no query of the web app has as its key', () => {
  const sources = ["queryKey: settingKey('labels'),", "queryKey: [...settingKey('views'), 'count'],"]
  expect(findUnkeyedSettings(['labels', 'views'], sources)).toEqual([])
  expect(findUnkeyedSettings(['labels', 'folders'], sources)).toEqual([expect.stringContaining("'folders'")])
})

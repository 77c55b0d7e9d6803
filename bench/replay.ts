import { parseArgs } from 'node:util'
import { hasSharedDialogues, readDialogues, SHARED_DIALOGUES } from '../apps/server/src/testing/replay/dialogues.ts'
import { isFaithful, replayDialogues } from '../apps/server/src/testing/replay/replay-dialogues.ts'
import { startThrowawayInstance } from '../apps/server/src/testing/replay/start-throwaway-instance.ts'

// npm run replay -- [--all] [--conversations 100] [--concurrency 50] [--url http://localhost:3000]
// Replays recorded conversations through the sandbox and compares what both sides hold with what was said.
// Without --url it starts a Frontdesk of its own and leaves nothing behind.

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    conversations: { type: 'string', default: '100' },
    concurrency: { type: 'string', default: '50' },
    url: { type: 'string' },
  },
})
const wholeNumber = (name: 'conversations' | 'concurrency') => {
  const number = Number(values[name])
  if (Number.isInteger(number) && number > 0) return number
  console.error(`--${name} needs a whole number above 0.`)
  process.exit(1)
}
const limit = values.all ? undefined : wholeNumber('conversations')
const concurrency = wholeNumber('concurrency')

if (!hasSharedDialogues()) {
  console.error(`The recorded conversations are not here: ${SHARED_DIALOGUES} does not exist.`)
  process.exit(1)
}
const dialogues = await readDialogues(SHARED_DIALOGUES, limit)
const own = values.url ? null : await startThrowawayInstance()
const started = performance.now()
try {
  const report = await replayDialogues({
    url: values.url?.replace(/\/$/, '') ?? own?.url ?? '',
    dialogues,
    concurrency,
    onProgress: (done) => {
      if (done % 100 === 0) console.log(`${done} of ${dialogues.length} conversations`)
    },
  })
  const seconds = (performance.now() - started) / 1000
  const { conversations, messages, skipped: leftOut, inbox, phones } = report
  console.log(`${conversations} conversations, ${messages} messages, ${leftOut} left out`)
  console.log(
    `inbox:  ${inbox.conversations} conversations, ${inbox.messages} messages, ${inbox.missing} missing, ${inbox.duplicated} doubled, ${inbox.outOfOrder} out of order, ${inbox.gaps} gaps, ${inbox.undelivered} undelivered`,
  )
  console.log(
    `phones: ${phones.messages} messages, ${phones.missing} missing, ${phones.duplicated} doubled, ${phones.outOfOrder} out of order, ${phones.undelivered} undelivered`,
  )
  console.log(
    `${seconds.toFixed(1)} s, ${concurrency} conversations at a time, ${(messages / seconds).toFixed(0)} messages/s`,
  )
  if (own && own.errors.length > 0) console.log(`${own.errors.length} errors were logged`)
  if (!isFaithful(report) || leftOut > 0 || (own && own.errors.length > 0)) process.exitCode = 1
} finally {
  await own?.close()
}

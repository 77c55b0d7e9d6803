import { parseArgs } from 'node:util'
import { hasSharedDialogues, readDialogues, SHARED_DIALOGUES } from '../apps/server/src/testing/replay/dialogues.ts'
import { isFaithful, replayDialogues } from '../apps/server/src/testing/replay/replay-dialogues.ts'
import { startThrowawayInstance } from '../apps/server/src/testing/replay/start-throwaway-instance.ts'

// npm run replay -- [--all] [--conversations 100] [--concurrency 50] [--url http://localhost:3000]
// Replays recorded conversations through the sandbox and compares both sides with the recording.
// Without --url it starts a temporary instance.

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    conversations: { type: 'string', default: '100' },
    concurrency: { type: 'string', default: '50' },
    url: { type: 'string' },
  },
})
const positiveInteger = (name: 'conversations' | 'concurrency') => {
  const number = Number(values[name])
  if (Number.isInteger(number) && number > 0) return number
  console.error(`--${name} must be a positive integer.`)
  process.exit(1)
}
const limit = values.all ? undefined : positiveInteger('conversations')
const concurrency = positiveInteger('concurrency')

if (!hasSharedDialogues()) {
  console.error(`Recorded conversations not found: ${SHARED_DIALOGUES}`)
  process.exit(1)
}
const dialogues = await readDialogues(SHARED_DIALOGUES, limit)
const instance = values.url ? null : await startThrowawayInstance()
const started = performance.now()
try {
  const report = await replayDialogues({
    url: values.url?.replace(/\/$/, '') ?? instance?.url ?? '',
    dialogues,
    concurrency,
    onProgress: (done) => {
      if (done % 100 === 0) console.log(`${done} of ${dialogues.length} conversations`)
    },
  })
  const seconds = (performance.now() - started) / 1000
  const { conversations, messages, skipped, inbox, phones } = report
  console.log(`${conversations} conversations, ${messages} messages, ${skipped} skipped`)
  console.log(
    `inbox:  ${inbox.conversations} conversations, ${inbox.messages} messages, ${inbox.missing} missing, ${inbox.duplicated} duplicated, ${inbox.outOfOrder} out of order, ${inbox.gaps} gaps, ${inbox.undelivered} undelivered`,
  )
  console.log(
    `phones: ${phones.messages} messages, ${phones.missing} missing, ${phones.duplicated} duplicated, ${phones.outOfOrder} out of order, ${phones.undelivered} undelivered`,
  )
  console.log(
    `${seconds.toFixed(1)} s, ${concurrency} conversations at a time, ${(messages / seconds).toFixed(0)} messages/s`,
  )
  if (instance && instance.errors.length > 0) console.log(`${instance.errors.length} errors were logged`)
  if (!isFaithful(report) || skipped > 0 || (instance && instance.errors.length > 0)) process.exitCode = 1
} finally {
  await instance?.close()
}

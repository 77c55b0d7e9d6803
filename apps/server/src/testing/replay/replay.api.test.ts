import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestInstance, type TestInstance } from '../test-instance.ts'
import { type Dialogue, hasSharedDialogues, readDialogues, SAMPLE_DIALOGUES, SHARED_DIALOGUES } from './dialogues.ts'
import { isFaithful, replayDialogues } from './replay-dialogues.ts'

let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance()
})
afterAll(() => instance.close())

/** Replays with duplicated webhooks and reordered statuses. */
async function replayWithFaults(dialogues: Dialogue[]) {
  const report = await replayDialogues({
    url: instance.url,
    dialogues,
    concurrency: 10,
    prepare: async (number) => {
      await instance.addFault({ kind: 'duplicate', target: 'any', number })
      await instance.addFault({ kind: 'reorder', target: 'status', ms: 30, number })
    },
  })
  await instance.idle()
  return report
}

const faithfulReport = (dialogues: Dialogue[]) => {
  const messages = dialogues.reduce((sum, { turns }) => sum + turns.length, 0)
  const same = { missing: 0, duplicated: 0, outOfOrder: 0, messages, undelivered: 0 }
  const conversations = dialogues.length
  return { conversations, messages, skipped: 0, inbox: { ...same, conversations, gaps: 0 }, phones: same }
}

test('sample conversations are identical on both sides', async () => {
  const dialogues = await readDialogues(SAMPLE_DIALOGUES)
  expect(await replayWithFaults(dialogues)).toEqual(faithfulReport(dialogues))
})

const title = hasSharedDialogues() ? '' : ' (skipped: ../shared/data/appointment-dialogues.jsonl is missing)'
test.skipIf(!hasSharedDialogues())(
  `twenty recorded conversations are identical on both sides${title}`,
  async () => {
    const dialogues = await readDialogues(SHARED_DIALOGUES, 20)
    expect(await replayWithFaults(dialogues)).toEqual(faithfulReport(dialogues))
    // Hundreds of messages: 18 s beside two other workers.
  },
  60_000,
)

test('skips and counts conversations with a carrier keyword', async () => {
  const dialogues: Dialogue[] = [
    { id: 'a', turns: [{ speaker: 'customer', text: 'Stop.' }] },
    { id: 'b', turns: [{ speaker: 'customer', text: 'Please stop by at noon' }] },
  ]
  const report = await replayWithFaults(dialogues)
  expect(report).toMatchObject({ conversations: 1, messages: 1, skipped: 1 })
  expect(isFaithful(report)).toBe(true)
  expect(isFaithful({ ...report, messages: 2 })).toBe(false)
})

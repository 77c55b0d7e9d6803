import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '../house.ts'
import { type Dialogue, hasSharedDialogues, OWN_DIALOGUES, readDialogues, SHARED_DIALOGUES } from './dialogues.ts'
import { isFaithful, replayDialogues } from './replay-dialogues.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** While webhooks come twice and statuses in the wrong order. */
async function replayed(dialogues: Dialogue[]) {
  const report = await replayDialogues({
    url: house.url,
    dialogues,
    concurrency: 10,
    prepare: async (number) => {
      await house.fault({ kind: 'duplicate', target: 'any', number })
      await house.fault({ kind: 'reorder', target: 'status', ms: 30, number })
    },
  })
  await house.settled()
  return report
}

const faithful = (dialogues: Dialogue[]) => {
  const messages = dialogues.reduce((sum, { turns }) => sum + turns.length, 0)
  const same = { missing: 0, doubled: 0, outOfOrder: 0, messages, undelivered: 0 }
  const conversations = dialogues.length
  return { conversations, messages, leftOut: 0, inbox: { ...same, conversations, gaps: 0 }, phones: same }
}

test('conversations of our own come out the same on both sides', async () => {
  const dialogues = await readDialogues(OWN_DIALOGUES)
  expect(await replayed(dialogues)).toEqual(faithful(dialogues))
})

const title = hasSharedDialogues() ? '' : ' (skipped: ../shared/data/appointment-dialogues.jsonl is absent)'
test.skipIf(!hasSharedDialogues())(
  `twenty recorded conversations come out the same on both sides${title}`,
  async () => {
    const dialogues = await readDialogues(SHARED_DIALOGUES, 20)
    expect(await replayed(dialogues)).toEqual(faithful(dialogues))
  },
)

test('a conversation with a word that carriers obey is left out and counted', async () => {
  const dialogues: Dialogue[] = [
    { id: 'a', turns: [{ speaker: 'customer', text: 'Stop.' }] },
    { id: 'b', turns: [{ speaker: 'customer', text: 'Please stop by at noon' }] },
  ]
  const report = await replayed(dialogues)
  expect(report).toMatchObject({ conversations: 1, messages: 1, leftOut: 1 })
  expect(isFaithful(report)).toBe(true)
  expect(isFaithful({ ...report, messages: 2 })).toBe(false)
})

import { contract, type GroupMessage } from '@frontdesk/contract/api'
import { afterAll } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { ok } from './client.ts'
import { groupMessage } from './groups.ts'
import { createNoonClock } from './test-clock.ts'
import { startTestInstance, type TestUser } from './test-instance.ts'

const { groupMessages, groups } = contract

/**
 * Starts an instance with a clock of its own for the tests of one file, which send group messages at times they choose.
 */
export async function startGroupMessageTests() {
  const clock = createNoonClock()
  const instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
  afterAll(() => instance.close())

  /** Runs group messages on. A job waits while many texts wait for the carrier. */
  async function finish() {
    await instance.idle()
    await instance.runDelayedJobs('send-group-message', { mayHaveRun: true })
  }

  const getMessage = async (person: TestUser, id: string): Promise<GroupMessage> =>
    ok(await person.call(groupMessages.get, { id })).data

  return {
    instance,
    clock,
    finish,
    getMessage,

    /** Sends a message and runs it to the end, or until everyone left is held. */
    sendMessage: async (person: TestUser, message: object): Promise<GroupMessage> => {
      const { id } = ok(await person.call(groups.sendMessage, groupMessage(message))).data
      await finish()
      return getMessage(person, id)
    },

    /** The outcome of each recipient by name, or the reason for it. */
    outcomesOf: async (person: TestUser, id: string) =>
      Object.fromEntries(
        ok(await person.call(groupMessages.getRecipients, { id })).data.recipients.map(
          ({ contact, outcome, reason }) => [contact?.name ?? 'deleted', reason ?? outcome],
        ),
      ),
  }
}

import { type Automation, contract } from '@frontdesk/contract/api'
import type { AutomationKind } from '@frontdesk/contract/rules'
import { afterAll, beforeEach } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { ok } from './client.ts'
import { createTestClock } from './test-clock.ts'
import { newPhone, startTestInstance, type Tenant, type TestUser } from './test-instance.ts'

const { automations, conversations, messages } = contract

export const MINUTE_MS = 60_000

export interface AutomationValues {
  kind?: AutomationKind
  locationID?: string | null
  conditions?: object
  delayMinutes?: number
  actions?: object
}

export const valuesOf = ({ kind = 'follow-up', conditions = {}, actions = {}, ...rest }: AutomationValues = {}) => ({
  name: 'Nudge',
  kind,
  conditions,
  delayMinutes: 60,
  actions: kind === 'follow-up' ? { text: 'Hi :contact_name:, any questions?', ...actions } : actions,
  ...rest,
})

/** Starts an instance for the tests of one file, with a clock of its own that is at noon before each of them. */
export async function startAutomationTests() {
  const clock = createTestClock()
  const instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
  afterAll(() => instance.close())
  let noon = Temporal.PlainDateTime.from('2038-06-09T12:00').toZonedDateTime('America/New_York')
  beforeEach(() => {
    // Another day at noon, so that no one is in their quiet hours.
    noon = noon.add({ days: 3 })
    clock.goTo(noon)
  })

  const save = async ({ owner }: Pick<Tenant, 'owner'>, values?: AutomationValues) =>
    ok(await owner.call(automations.save, valuesOf(values))).data

  const turn = async ({ owner }: Pick<Tenant, 'owner'>, { id }: Pick<Automation, 'id'>, isEnabled: boolean) =>
    ok(await owner.call(automations.setEnabled, { id, isEnabled })).data

  async function write({ owner }: Tenant, conversationSid: string, text = 'It is $20.') {
    ok(await owner.call(messages.send, { conversationSid, text, clientMessageId: crypto.randomUUID() }))
    await instance.idle()
  }

  return {
    instance,
    clock,
    save,
    turn,
    write,

    /** Advances the clock and runs due jobs. */
    passMinutes: async (minutes: number) => {
      clock.advance(minutes * MINUTE_MS)
      await instance.runJob('run-automations')
    },

    /** Adds an automation and turns it on. */
    start: async (tenant: Tenant, values?: AutomationValues) => turn(tenant, await save(tenant, values), true),

    /** A conversation in which a teammate wrote last. */
    answered: async (tenant: Tenant, phone = newPhone()) => {
      const { sid } = await tenant.textFrom(phone, 'How much is it?')
      await write(tenant, sid)
      return { sid, phone }
    },

    runsOf: async (user: TestUser, { id }: Pick<Automation, 'id'>) =>
      ok(await user.call(automations.runs, { id })).data.runs,

    /** Texts of the automation in a conversation. */
    nudges: async (tenant: Tenant, sid: string) =>
      (await tenant.messagesOf({ sid })).filter(({ author }) => author === 'Nudge').map(({ body }) => body),

    read: async ({ owner }: Tenant, sid: string) => ok(await owner.call(conversations.getBySid, { sid })).data,
  }
}

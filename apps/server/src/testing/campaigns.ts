import { type Campaign, contract } from '@frontdesk/contract/api'
import { ok } from './client.ts'
import type { TestUser } from './test-instance.ts'

const { campaigns, groupMessages } = contract

/** Saves a draft of a campaign to all contacts. */
export const saveCampaign = async (user: TestUser, values: object): Promise<Campaign> =>
  ok(await user.call(campaigns.save, { name: 'Spring offer', text: 'First', audience: { criteria: {} }, ...values }))
    .data

/** Saves and starts a campaign to all contacts. */
export async function startCampaign(user: TestUser, values: object, when: object = {}): Promise<Campaign> {
  const { id, version } = await saveCampaign(user, values)
  return ok(await user.call(campaigns.start, { id, version, ...when })).data
}

export const readCampaign = async (user: TestUser, { id }: Pick<Campaign, 'id'>): Promise<Campaign> =>
  ok(await user.call(campaigns.get, { id })).data

export const stepsOfCampaign = async (user: TestUser, { id }: Pick<Campaign, 'id'>) =>
  ok(await user.call(campaigns.getSteps, { id })).data.steps

/** The reason, or otherwise the outcome, of each recipient by name. */
export const reasonsOfRecipients = async (user: TestUser, { id }: Pick<Campaign, 'id'>) =>
  Object.fromEntries(
    ok(await user.call(groupMessages.getRecipients, { id })).data.recipients.map(({ contact, outcome, reason }) => [
      contact?.name,
      reason ?? outcome,
    ]),
  )

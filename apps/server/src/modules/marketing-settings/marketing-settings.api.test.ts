import { contract } from '@frontdesk/contract/api'
import { DEFAULT_MARKETING_SETTINGS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { marketingSettings } = contract

const instance = await sharedTestInstance()

test('the texts of opt-ins are saved, and the slower of two saves is refused', async () => {
  const { owner, createUser } = await instance.createTenant()
  expect(ok(await owner.call(marketingSettings.get, undefined)).data).toEqual({
    ...DEFAULT_MARKETING_SETTINGS,
    version: 0,
  })
  const subscribedText = 'Welcome! Reply REMOVE or STOP to unsubscribe.'
  expect(ok(await owner.call(marketingSettings.save, { subscribedText, version: 0 })).data).toMatchObject({
    subscribedText,
    questionText: DEFAULT_MARKETING_SETTINGS.questionText,
    version: 1,
  })
  expect(await owner.call(marketingSettings.save, { subscribedText: 'Late', version: 0 })).toFail('ChangedMeanwhile')
  expect(await owner.call(marketingSettings.save, { subscribedText: ' ' })).toFail('InvalidInput')
  const member = await createUser('TeamMember')
  expect(await member.call(marketingSettings.save, { subscribedText })).toFail('Forbidden')
})

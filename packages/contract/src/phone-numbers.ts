import { z } from 'zod'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { PhoneNumberSid } from './ids.ts'

export const PhoneNumber = z.object({
  sid: PhoneNumberSid,
  phoneNumber: z.string().describe('E.164'),
  friendlyName: z.string(),
  countryCode: z.string().describe('Two letters; numbers typed without + are read as its national ones.'),
  locationID: z.uuid(),
  createdOnUtc: z.iso.datetime(),
})
export type PhoneNumber = z.infer<typeof PhoneNumber>

/** The tenant's own account at the carrier; its token is stored encrypted and never shown again. */
export const MessagingAccount = z.object({
  source: z.enum(['tenant', 'environment', 'none']).describe('Whose credentials carry the texts.'),
  accountSid: z.string().nullable(),
  hasAuthToken: z.boolean(),
})
export type MessagingAccount = z.infer<typeof MessagingAccount>

const service = { tags: ['phone-numbers'] }

export const phoneNumbers = {
  getList: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/phone-numbers/PhoneNumber/get-list',
      summary: 'Our numbers at the caller’s locations',
      ...service,
    })
    .output(wrapped(z.object({ phoneNumbers: z.array(PhoneNumber) }))),

  create: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/phone-numbers/PhoneNumber/create',
      summary: 'Buys a number from the carrier',
      ...service,
    })
    .input(
      z.object({
        areaCode: z.string().regex(/^[2-9]\d{2}$/),
        locationID: z.uuid(),
        requestId: z.uuid().describe('Made by the client; a repeated request with it buys nothing twice.'),
      }),
    )
    .output(wrapped(PhoneNumber))
    .errors(
      failsWith(
        'LocationNotFound',
        'PlanLimitReached',
        'NoNumberAvailable',
        'MessagingAccountRefused',
        'CarrierUnavailable',
      ),
    ),

  connect: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/phone-numbers/PhoneNumber/connect',
      ...service,
      summary: 'Takes a number the carrier account already owns into use, and points its texts here',
    })
    .input(z.object({ phoneNumber: z.string().trim().min(3).max(40), locationID: z.uuid() }))
    .output(wrapped(PhoneNumber))
    .errors(
      failsWith(
        'PhoneNumberInvalid',
        'PhoneNumberNotFound',
        'LocationNotFound',
        'PlanLimitReached',
        'MessagingAccountRefused',
        'CarrierUnavailable',
      ),
    ),

  getMessagingAccount: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'GET',
      path: '/phone-numbers/MessagingAccount/get',
      summary: 'Which carrier account is in use',
      ...service,
    })
    .output(wrapped(MessagingAccount)),

  saveMessagingAccount: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/phone-numbers/MessagingAccount/save',
      ...service,
      summary: 'Uses the tenant’s own carrier account, once the carrier has accepted it',
    })
    .input(z.object({ accountSid: z.string().regex(/^AC[0-9a-f]{32}$/), authToken: z.string().min(16).max(100) }))
    .output(wrapped(MessagingAccount))
    .errors(failsWith('MessagingAccountRefused', 'CarrierUnavailable')),
}

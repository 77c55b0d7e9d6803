import { z } from 'zod'
import { APPLICATION_STATUSES, REGISTRATION_STATUSES } from '../rules/number-registrations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { PhoneNumberSid } from './ids.ts'
import { words } from './words.ts'

export const PhoneNumber = z.object({
  sid: PhoneNumberSid,
  phoneNumber: z.string().describe('E.164'),
  friendlyName: z.string(),
  countryCode: z.string().describe('Two letters; numbers without + are parsed as national numbers of this country.'),
  locationID: z.uuid(),
  createdOnUtc: z.iso.datetime(),
})
export type PhoneNumber = z.infer<typeof PhoneNumber>

/** The tenant's own account at the carrier; its token is stored encrypted and never shown again. */
export const MessagingAccount = z.object({
  source: z.enum(['tenant', 'environment', 'none']).describe('Whose carrier account sends the texts.'),
  accountSid: z.string().nullable(),
  hasAuthToken: z.boolean(),
})
export type MessagingAccount = z.infer<typeof MessagingAccount>

/** A number currently available at the carrier; not reserved, so another customer may buy it first. */
export const AvailableNumber = z.object({
  phoneNumber: z.string().describe('E.164'),
  locality: z.string().nullable(),
  region: z.string().nullable().describe('Two-letter state code.'),
})
export type AvailableNumber = z.infer<typeof AvailableNumber>

export const NumberPrice = z.object({
  amount: z.int().describe('The carrier’s monthly price, in minor units of the currency.'),
  currency: z.string(),
})
export type NumberPrice = z.infer<typeof NumberPrice>

/** A number's registration with US carriers (A2P 10DLC), as the carrier account has it. */
export const NumberRegistration = z.object({
  phoneNumber: z.string().describe('E.164'),
  status: z
    .enum(REGISTRATION_STATUSES)
    .describe(
      'not-required: not a North American number. unknown: toll-free, or the account has too many messaging services.',
    ),
  useCase: z
    .string()
    .nullable()
    .describe('What the texts are registered for, in the carrier’s terms, such as MARKETING.'),
  problems: z
    .array(z.object({ code: z.int().nullable(), text: z.string(), url: z.url().nullable() }))
    .describe('Why it was refused, in the carrier’s words.'),
})
export type NumberRegistration = z.infer<typeof NumberRegistration>

const service = { tags: ['phone-numbers'] }

export const phoneNumbers = {
  getList: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/phone-numbers/PhoneNumber/get-list',
      summary: 'Lists the phone numbers at the caller’s locations',
      ...service,
    })
    .output(wrapped(z.object({ phoneNumbers: z.array(PhoneNumber) }))),

  searchAvailable: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'GET',
      path: '/phone-numbers/PhoneNumber/search-available',
      summary: 'Searches for available numbers at the carrier, with their monthly price',
      ...service,
    })
    .input(
      z.object({
        search: words()
          .max(60)
          .default('')
          .describe(
            'An area code, digits of the number, a state, or a city with or without its state; empty matches any.',
          ),
      }),
    )
    .output(
      wrapped(
        z.object({
          numbers: z.array(AvailableNumber),
          monthlyPrice: NumberPrice.nullable().describe('Null if the carrier lists no price.'),
        }),
      ),
    )
    .errors(failsWith('MessagingAccountRefused', 'CarrierUnavailable')),

  create: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/phone-numbers/PhoneNumber/create',
      summary: 'Buys a number from the carrier',
      ...service,
    })
    .input(
      z
        .object({
          areaCode: z
            .string()
            .regex(/^[2-9]\d{2}$/)
            .optional(),
          phoneNumber: z
            .string()
            .regex(/^\+1[2-9]\d{9}$/)
            .optional()
            .describe('A number from search-available; without it, any available number in the area code.'),
          locationID: z.uuid().optional().describe('Default: the oldest location the caller can see.'),
          requestId: z.uuid().optional().describe('Client-generated idempotency key.'),
        })
        .refine(
          ({ areaCode, phoneNumber }) => areaCode !== undefined || phoneNumber !== undefined,
          'Area code or phone number is required',
        ),
    )
    .output(wrapped(PhoneNumber))
    .errors(
      failsWith(
        'LocationNotFound',
        'PlanLimitReached',
        'NoNumberAvailable',
        'PhoneNumberTaken',
        'MessagingAccountRefused',
        'CarrierUnavailable',
      ),
    ),

  connect: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/phone-numbers/PhoneNumber/connect',
      ...service,
      summary: 'Adds a number the carrier account already owns and routes its texts here',
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

  update: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/phone-numbers/PhoneNumber/update',
      ...service,
      summary: 'Renames a number or moves it to another location; existing conversations stay where they are',
    })
    .input(
      z.object({
        sid: PhoneNumberSid,
        friendlyName: words().min(1).max(60).optional(),
        locationID: z.uuid().optional(),
      }),
    )
    .output(wrapped(PhoneNumber))
    .errors(failsWith('PhoneNumberNotFound', 'LocationNotFound')),

  getRegistrations: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/phone-numbers/A2PBusiness/get',
      summary: 'Returns how the numbers at the caller’s locations are registered with US carriers',
      description: 'Read from the carrier, at most once a minute.',
      ...service,
    })
    .output(
      wrapped(
        z.object({
          a2PApplicationStatus: z
            .enum(APPLICATION_STATUSES)
            .nullable()
            .describe('Of all numbers that need a registration: the worst status. Null if no status is known.'),
          registrations: z.array(NumberRegistration),
        }),
      ),
    )
    .errors(failsWith('MessagingAccountRefused', 'CarrierUnavailable')),

  getMessagingAccount: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'GET',
      path: '/phone-numbers/MessagingAccount/get',
      summary: 'Returns the carrier account in use',
      ...service,
    })
    .output(wrapped(MessagingAccount)),

  saveMessagingAccount: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/phone-numbers/MessagingAccount/save',
      ...service,
      summary: 'Connects the business’s own carrier account once the carrier accepts it',
    })
    .input(z.object({ accountSid: z.string().regex(/^AC[0-9a-f]{32}$/), authToken: z.string().min(16).max(100) }))
    .output(wrapped(MessagingAccount))
    .errors(failsWith('MessagingAccountRefused', 'CarrierUnavailable')),
}

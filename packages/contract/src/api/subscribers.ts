import { z } from 'zod'
import { CONSENT_SOURCES, CONSENT_WORDING_MAX, RECORDED_CONSENT_SOURCES } from '../rules/consent.ts'
import {
  SUBSCRIBER_SOURCES,
  SUBSCRIBER_STATES,
  SUBSCRIBERS_COUNT_MAX,
  SUBSCRIBERS_SELECTED_MAX,
  UNSUBSCRIBE_REASON_MAX,
} from '../rules/subscribers.ts'
import { SUBSCRIBER_TREND_DAYS, SUBSCRIBER_TREND_MAX } from '../rules/trends.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { InstantInput, TimeZone } from './instants.ts'
import { words } from './words.ts'

export const Subscriber = z.object({
  phoneNumber: z.string().describe('Identifies the subscriber.'),
  state: z.enum(SUBSCRIBER_STATES),
  contactID: z.uuid(),
  name: z.string(),
  tags: z.array(z.string()),
  locationID: z.uuid(),
  source: z.enum(SUBSCRIBER_SOURCES),
  tenantPhoneNumber: z.string().nullable().describe('Our number that they texted.'),
  keyword: z.string().nullable().describe('The keyword that they texted.'),
  joinedOnUtc: z.iso.datetime().describe('While pending: when they were asked.'),
  leftOnUtc: z.iso.datetime().nullable(),
  optOut: z
    .object({
      source: z.enum(CONSENT_SOURCES),
      wording: z
        .string()
        .describe(
          'Their text, or the reason that a teammate gave. Empty if it is a sentence that the caller may not see.',
        ),
      recordedBy: z.string().nullable().describe('The teammate who recorded it.'),
    })
    .nullable()
    .describe('How they unsubscribed; null unless they have.'),
})
export type Subscriber = z.infer<typeof Subscriber>

/** Filters of subscribers. An unknown filter is refused: without it the others match more people, or all. */
export const SubscriberCriteria = z.strictObject({
  searchTerm: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('A phone number if it has only digits and separators, otherwise a name or email.'),
  locationIDs: z.array(z.uuid()).max(100).optional(),
  tagsSearch: z.array(z.string().max(40)).max(50).optional().describe('Matches any of them.'),
  sources: z.array(z.enum(SUBSCRIBER_SOURCES)).max(SUBSCRIBER_SOURCES.length).optional(),
  joinedFromUtc: InstantInput.optional().describe('Inclusive.'),
  joinedBeforeUtc: InstantInput.optional().describe('Exclusive.'),
})
export type SubscriberCriteria = z.output<typeof SubscriberCriteria>

const capped = z.object({
  count: z.int(),
  isCapped: z.boolean().describe(`There are more than ${SUBSCRIBERS_COUNT_MAX}.`),
})

export const SubscriberStats = z.object({ subscribed: capped, pending: capped, unsubscribed: capped })
export type SubscriberStats = z.infer<typeof SubscriberStats>

/** How many people joined the subscribers and left them. */
export const SubscriberTrend = z.object({
  points: z
    .array(z.object({ day: z.iso.date().describe('In the requested time zone.'), joined: z.int(), left: z.int() }))
    .describe('The days on which someone joined or left, the first one first.'),
  fromDay: z.iso
    .date()
    .describe(
      `The first day counted; later than requested if more than ${SUBSCRIBER_TREND_MAX} joined or left and the caller may see them all.`,
    ),
  isPartial: z
    .boolean()
    .describe('Earlier days may lack people: only the last ones are counted, among them some the caller may not see.'),
})
export type SubscriberTrend = z.infer<typeof SubscriberTrend>

/** Chosen subscribers, or all of a state that match. */
const choice = {
  phoneNumbers: z.array(z.string().max(40)).min(1).max(SUBSCRIBERS_SELECTED_MAX).optional(),
  criteria: SubscriberCriteria.optional().describe('All that match, in the background.'),
  state: z.enum(SUBSCRIBER_STATES).default('subscribed').describe('With `criteria`.'),
}
const hasOneChoice = ({ phoneNumbers, criteria }: { phoneNumbers?: unknown; criteria?: unknown }) =>
  (phoneNumbers === undefined) !== (criteria === undefined)
const ONE_CHOICE = 'Set either phoneNumbers or criteria'

const changed = z.object({
  changed: z.int().describe('In this request.'),
  isRunning: z.boolean().describe('The rest is changed in the background.'),
})

const tags = ['main']
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })

export const subscribers = {
  getList: reading()
    .route({
      method: 'POST',
      path: '/main/Subscriber/get-list',
      tags,
      summary: 'Lists the subscribers of a state that the caller may see, those who joined last first',
    })
    .input(
      SubscriberCriteria.extend({
        state: z.enum(SUBSCRIBER_STATES).default('subscribed'),
        pageSize: z.int().min(1).max(100).default(50),
        cursor: z.string().max(100).optional(),
      }),
    )
    .output(wrapped(z.object({ subscribers: z.array(Subscriber), nextCursor: z.string().nullable() })))
    .errors(failsWith('InvalidInput')),

  getStats: reading()
    .route({
      method: 'POST',
      path: '/main/Subscriber/get-stats',
      tags,
      summary: `Counts the subscribers of each state that match, up to ${SUBSCRIBERS_COUNT_MAX}`,
    })
    .input(SubscriberCriteria)
    .output(wrapped(SubscriberStats))
    .errors(failsWith('InvalidInput')),

  getTrend: reading()
    .route({
      method: 'POST',
      path: '/main/Subscriber/get-trend',
      tags,
      summary: 'Counts by day who joined and who left, among those the caller may see, as they are subscribed now',
    })
    .input(
      z.object({
        days: z.literal(SUBSCRIBER_TREND_DAYS).default(30),
        timeZone: TimeZone.default('UTC'),
        locationIDs: z.array(z.uuid()).max(100).optional(),
      }),
    )
    .output(wrapped(SubscriberTrend)),

  add: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/main/Subscriber/add',
      tags,
      summary: 'Adds a person who agreed to marketing texts, with what they agreed to, as a contact if there is none',
    })
    .input(
      z.object({
        phone: z.string().trim().min(3).max(40),
        name: words().max(120).default('').describe('Of a new contact.'),
        locationID: z.uuid().optional().describe('Of a new contact; default: the oldest the caller can see.'),
        source: z.enum(RECORDED_CONSENT_SOURCES),
        wording: words().min(1, 'State what they agreed to.').max(CONSENT_WORDING_MAX),
        pageUrl: z
          .url({ protocol: /^https?$/ })
          .max(500)
          .optional(),
      }),
    )
    .output(wrapped(Subscriber))
    .errors(
      failsWith(
        'PhoneNumberInvalid',
        'PhoneNumberInexistent',
        'PhoneNumberLandline',
        'LocationNotFound',
        'ContactExists',
        'ContactNotFound',
        'ContactRestricted',
        'OptedOutByText',
        'InvalidInput',
      ),
    ),

  unsubscribe: endpoint({ permission: 'campaigns_unsubscribe_contacts' })
    .route({
      method: 'POST',
      path: '/main/Subscriber/unsubscribe',
      tags,
      summary: 'Opts subscribers out of marketing texts from all our numbers, until they agree again',
    })
    .input(
      z
        .object({
          ...choice,
          reason: words().max(UNSUBSCRIBE_REASON_MAX).default('').describe('Kept in the record of consent.'),
        })
        .refine(hasOneChoice, ONE_CHOICE),
    )
    .output(wrapped(changed))
    .errors(failsWith('InvalidInput')),

  delete: endpoint({ permission: 'campaigns_delete_subscribers' })
    .route({
      method: 'POST',
      path: '/main/Subscriber/delete',
      tags,
      summary: 'Removes people from the list of subscribers. Their contact, their consent and their opt-outs stay',
    })
    .input(z.object(choice).refine(hasOneChoice, ONE_CHOICE))
    .output(wrapped(changed))
    .errors(failsWith('InvalidInput')),
}

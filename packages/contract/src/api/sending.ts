import { z } from 'zod'
import { MESSAGE_ATTACHMENTS_MAX, MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { SEND_GATE_REASONS } from '../rules/delivery.ts'
import { ZONE_SOURCES } from '../rules/message-origins.ts'
import { AUTOMATED_TEXTS_PER_DAY_MAX, FEDERAL_HOURS, SEGMENTS_PER_SECOND_MAX } from '../rules/sending.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid, MediaSid } from './ids.ts'
import { InstantInput } from './instants.ts'
import { ViaSid } from './send-request.ts'

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time such as 08:00')
const SendingWindow = z.object({ opens: TimeOfDay, closes: TimeOfDay })
export type SendingWindow = z.infer<typeof SendingWindow>

const price = z.int().min(0).max(10_000_000).describe('In millionths of the currency.')

const settings = {
  quietHours: SendingWindow.refine(
    ({ opens, closes }) => opens < closes,
    'The window must open before it closes',
  ).refine(
    ({ opens, closes }) => opens >= FEDERAL_HOURS.opens && closes <= FEDERAL_HOURS.closes,
    'Not before 8:00 and not after 21:00',
  ),
  followsStateRules: z
    .boolean()
    .describe(
      'Also for texts that are not marketing, such as reminders. Marketing always follows the law of the state.',
    ),
  stateFieldID: z
    .uuid()
    .meta({ names: 'contactField' })
    .nullable()
    .describe(
      'The field of contacts that holds their state, province, or address, which decides their hours; null: the area code does.',
    ),
  automatedTextsPerDay: z
    .int()
    .min(1)
    .max(AUTOMATED_TEXTS_PER_DAY_MAX)
    .describe(
      'Automated texts that a contact gets within 24 hours; further ones wait. Texts of teammates do not count.',
    ),
  approvalAbove: z
    .int()
    .min(0)
    .max(1_000_000)
    .nullable()
    .describe('Campaigns for more recipients need the approval of a second person; null: none does.'),
  segmentsPerSecond: z
    .int()
    .min(1)
    .max(SEGMENTS_PER_SECOND_MAX)
    .describe(
      'The most segments per second that carriers accept for group messages, over all numbers of the business.',
    ),
  segmentsPerSecondByNumber: z
    .int()
    .min(1)
    .max(SEGMENTS_PER_SECOND_MAX)
    .nullable()
    .describe(
      'Maximum segments per second of group messages from one number, such as 3 for a toll-free number; null: no limit.',
    ),
  segmentsPerDay: z
    .int()
    .min(1)
    .max(10_000_000)
    .nullable()
    .describe('Group messages above it wait for the next day as carriers count days; null: no cap.'),
  currency: z.string().regex(/^[A-Z]{3}$/),
  pricePerSegment: price,
  pricePerMediaMessage: price,
  shortLinkDomain: z
    .string()
    .toLowerCase()
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'A name such as go.example.com')
    .max(200)
    .nullable()
    .describe('null: Frontdesk’s own address.'),
  shortensLinks: z.boolean().describe('Long links are shortened when they are pasted.'),
}

/** Quiet hours for automatic texts, prices and link settings. */
export const SendingSettings = z.object({ ...settings, version: z.int() })
export type SendingSettings = z.infer<typeof SendingSettings>

export const SendPreview = z.object({
  verdict: z.enum(['send', 'hold', 'refuse']),
  reasons: z.array(z.enum(SEND_GATE_REASONS)).describe('Why it is held or refused.'),
  warnings: z.array(z.enum(SEND_GATE_REASONS)).describe('Reasons for a warning; a person may still send.'),
  opensAt: z.iso.datetime().nullable().describe('When the contact’s quiet hours end; null outside of them.'),
  timeZone: z.string().describe('The contact’s most likely time zone.'),
  timeZoneFrom: z.enum(ZONE_SOURCES).describe('country: the number may be anywhere in it.'),
  windowClosesAt: z.iso.datetime().nullable().describe('When the channel’s reply window closes; null if it has none.'),
  segments: z.int(),
  currency: z.string(),
  pricePerSegment: z.int(),
  pricePerMediaMessage: z.int(),
  price: z.int().describe('Price of this message in millionths of the currency, excluding carrier fees.'),
})
export type SendPreview = z.infer<typeof SendPreview>

const service = { tags: ['conversations'] }

/** Texts handed to the carrier, which bills them by segment. */
export const TextUsage = z.object({
  sinceUtc: z.iso.datetime().describe('The beginning of the month.'),
  texts: z.int().describe('Without attachments.'),
  segments: z.int().describe('Of these texts.'),
  mediaMessages: z.int().describe('With attachments, billed as one each.'),
})
export type TextUsage = z.infer<typeof TextUsage>

export const sending = {
  preview: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Message/preview-send',
      ...service,
      summary: 'Previews whether a message would be sent, held, or refused, with the reasons and the price',
    })
    .input(
      z.object({
        conversationSid: ConversationSid,
        text: z.string().max(MESSAGE_TEXT_MAX).default(''),
        attachments: z.array(MediaSid).max(MESSAGE_ATTACHMENTS_MAX).default([]),
        sendAt: InstantInput.optional().describe('Default: now, sent by a person.'),
        viaSid: ViaSid,
      }),
    )
    .output(wrapped(SendPreview))
    .errors(failsWith('ConversationNotFound', 'AttachmentUnknown', 'NotMerged')),

  getSettings: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/conversations/SendingSettings/get',
      summary: 'Returns the quiet hours for contacts, prices, and link settings',
      ...service,
    })
    .output(wrapped(SendingSettings)),

  getUsage: endpoint({ permission: 'admin_manage_settings', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/SendingSettings/get-usage',
      summary: 'Counts what the business sent this month, in the time zone of its oldest location',
      ...service,
    })
    .output(wrapped(TextUsage)),

  saveSettings: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/conversations/SendingSettings/save',
      summary: 'Updates the sending settings; omitted fields are unchanged',
      ...service,
    })
    .input(
      z.object({
        quietHours: settings.quietHours.optional(),
        followsStateRules: settings.followsStateRules.optional(),
        stateFieldID: settings.stateFieldID.optional(),
        automatedTextsPerDay: settings.automatedTextsPerDay.optional(),
        approvalAbove: settings.approvalAbove.optional(),
        segmentsPerSecond: settings.segmentsPerSecond.optional(),
        segmentsPerSecondByNumber: settings.segmentsPerSecondByNumber.optional(),
        segmentsPerDay: settings.segmentsPerDay.optional(),
        currency: settings.currency.optional(),
        pricePerSegment: price.optional(),
        pricePerMediaMessage: price.optional(),
        shortLinkDomain: settings.shortLinkDomain.optional(),
        shortensLinks: z.boolean().optional(),
        version: z.int32().min(0).optional(),
      }),
    )
    .output(wrapped(SendingSettings))
    .errors(failsWith('ContactFieldNotFound', 'ChangedMeanwhile')),
}

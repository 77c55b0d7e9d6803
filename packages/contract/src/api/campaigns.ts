import { z } from 'zod'
import {
  AUDIENCE_RULES_MAX,
  CAMPAIGN_FOLLOW_UP_HOURS_MAX,
  CAMPAIGN_FOLLOW_UPS_MAX,
  CAMPAIGN_LATE_MS,
  CAMPAIGN_NAME_MAX,
  CAMPAIGN_PROBLEMS,
  CAMPAIGN_RESUME_DAYS,
  CAMPAIGN_STATUSES,
  CAMPAIGN_VARIANTS_MAX,
  CONTROL_PERCENT_MAX,
  MISSED_ACTIONS,
  SPREAD_MINUTES,
} from '../rules/campaigns.ts'
import { MESSAGE_ATTACHMENTS_MAX, MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { GROUP_PREVIEW_MAX, SKIP_REASONS } from '../rules/groups.ts'
import { LEGAL_HOLIDAYS } from '../rules/state-hours.ts'
import { TREND_DIRECT_RECIPIENTS, TREND_FINE_HOURS } from '../rules/trends.ts'
import { ContactCriteria } from './contact-list.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { StoredFile } from './files.ts'
import { GroupMessage, GroupOutcomes } from './group-messages.ts'
import { GroupSendPreview } from './groups.ts'
import { ConversationSid, GroupSid, MediaSid } from './ids.ts'
import { InstantInput, WallTimeInput } from './instants.ts'
import { words } from './words.ts'

/** Audience of a campaign: everyone selected by any of these rules, each once. */
export const CampaignAudience = z.object({
  segmentIDs: z
    .array(z.uuid().meta({ names: 'contactSegment' }))
    .max(AUDIENCE_RULES_MAX)
    .default([]),
  groupSids: z.array(GroupSid).max(AUDIENCE_RULES_MAX).default([]),
  tags: z
    .array(words().min(1).max(60))
    .max(AUDIENCE_RULES_MAX)
    .default([])
    .describe('Contacts with any of these tags.'),
  subscribers: z.boolean().default(false).describe('Everyone who subscribed to marketing texts.'),
  criteria: ContactCriteria.optional().describe('Contacts that match; {} for all contacts.'),
  excludesOpenConversations: z
    .boolean()
    .default(false)
    .describe('Leaves out contacts with an open conversation, who would get it in the middle of one.'),
})
export type CampaignAudience = z.infer<typeof CampaignAudience>

const text = words().min(1).max(MESSAGE_TEXT_MAX)

export const CampaignFollowUp = z.object({
  afterHours: z
    .int()
    .min(1)
    .max(CAMPAIGN_FOLLOW_UP_HOURS_MAX)
    .describe('After the text before it was sent to the contact.'),
  text: text.describe('May contain template variables.'),
})
export type CampaignFollowUp = z.infer<typeof CampaignFollowUp>

/** One text of a campaign that was sent: the first one, or a follow-up. */
const CampaignStep = GroupMessage.pick({ id: true, state: true, stats: true }).extend({
  afterHours: z.int().nullable().describe('null for the first text.'),
  texts: z.array(
    z.object({
      text: z.string(),
      recipients: z.int(),
      sent: z.int(),
      delivered: z.int(),
      clicked: z.int().describe('Recipients who opened a link of it. Link scanners do not count.'),
      replied: z.int(),
      optedOut: z.int(),
      segments: z.int().describe('Of the texts without files that the carrier got, which bills them by segment.'),
      mediaMessages: z.int().describe('Texts with files that the carrier got.'),
    }),
  ),
})
export type CampaignStep = z.infer<typeof CampaignStep>

export const Campaign = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  problem: z
    .enum(CAMPAIGN_PROBLEMS)
    .nullable()
    .describe('Why it needs attention; `late` while it runs: `missed` texts wait for a decision.'),
  missed: z
    .int()
    .describe('Texts that missed their time because the server was down, to recipients the caller may see.'),
  locationID: z.uuid().nullable().describe('Whose number sends; null: the number last used with each contact.'),
  audience: CampaignAudience,
  sentNames: z
    .object({ segments: z.array(z.string().nullable()), groups: z.array(z.string().nullable()) })
    .nullable()
    .describe(
      'Names of the segments and groups of `audience` when it was sent, in the same order; null for those that the caller may not see. Null if none are stored, as before it is sent.',
    ),
  text: z.string().describe('With template variables, which are replaced for each recipient.'),
  attachments: z.array(StoredFile),
  variants: z.array(z.string()).describe('Other versions of the text, each sent to an equal part of the audience.'),
  followUps: z.array(CampaignFollowUp).describe('Texts that follow until the contact replies.'),
  controlPercent: z.int().describe('Part of the audience that gets nothing, to compare with.'),
  scheduledOnUtc: z.iso
    .datetime()
    .nullable()
    .describe('With `localTime`: when it is that time in the first time zone.'),
  localTime: z.string().nullable().describe('The local time at which each contact gets it, in their own time zone.'),
  spreadMinutes: z.int().nullable().describe('How long sending is spread over.'),
  startedOnUtc: z.iso.datetime().nullable(),
  finishedOnUtc: z.iso.datetime().nullable(),
  author: z.string().describe('Who sent or scheduled it, else who added it.'),
  createdOnUtc: z.iso.datetime(),
  updatedOnUtc: z.iso.datetime(),
  stats: GroupOutcomes.nullable().describe('What became of its first text; null before it is sent.'),
  responses: GroupOutcomes.pick({ replied: true, optedOut: true })
    .nullable()
    .describe('After any of its texts; null before it is sent, and until all of them have been counted.'),
  version: z.int(),
  canEdit: z.boolean().describe('A campaign of the whole business can only be edited with access to all locations.'),
  canSend: z.boolean().describe('Whether the caller may send or schedule it, and return it to a draft.'),
  canStop: z.boolean().describe('While it runs: for its author, and those who see everyone it is still for.'),
  canResume: z
    .boolean()
    .describe(`While it is paused, and for ${CAMPAIGN_RESUME_DAYS} days after a teammate stopped it.`),
  canApprove: z.boolean().describe('For teammates other than its author who may send campaigns.'),
})
export type Campaign = z.infer<typeof Campaign>

/** Figures of a campaign over time, for all its texts together. */
export const CampaignTrend = z.object({
  bucketMinutes: z.int().describe(`5 in the first ${TREND_FINE_HOURS} hours, then 60.`),
  points: z
    .array(
      z.object({
        fromUtc: z.iso.datetime(),
        sent: z.int(),
        delivered: z.int(),
        clicked: z.int().describe('Recipients who opened a link for the first time.'),
        replied: z.int(),
        optedOut: z.int(),
      }),
    )
    .describe('The periods in which something happened, the first one first.'),
  segments: z.int().describe('Of the texts without files that the carrier got, which bills them by segment.'),
  mediaMessages: z.int().describe('Texts with files that the carrier got.'),
  countedOnUtc: z.iso
    .datetime()
    .nullable()
    .describe('null: a large campaign is being counted; ask again in a few seconds.'),
  isTooLarge: z
    .boolean()
    .describe(
      `Not counted: it has more than ${TREND_DIRECT_RECIPIENTS} recipients, and the caller does not see all of them.`,
    ),
})
export type CampaignTrend = z.infer<typeof CampaignTrend>

/** Messages, price and time that sending a campaign would take. */
export const CampaignPreflight = z.object({
  recipients: z.int().describe('Who would get it as of now.'),
  isEstimate: z
    .boolean()
    .describe(`Of a larger audience the first ${GROUP_PREVIEW_MAX} people are measured and extrapolated.`),
  isPartial: z
    .boolean()
    .describe('The others could not be counted in time: all figures are those of the people measured.'),
  texts: z.array(
    z.object({
      step: z.int().describe('0: the first text; others follow until the contact replies.'),
      variant: z.int().describe('The version of the first text; 0 is the first.'),
      recipients: z.int(),
      segments: z.object({ min: z.int(), max: z.int() }).describe('Segments per recipient.'),
      isMms: z.boolean().describe('With files it is billed as one MMS.'),
      price: z.int().describe('For all its recipients, as in the price of the campaign.'),
    }),
  ),
  price: z
    .object({ amount: z.int(), upTo: z.int(), currency: z.string() })
    .describe('In millionths of the currency, without carrier fees; up to: if every text that follows is sent.'),
  startsOnUtc: z.iso.datetime(),
  finishesOnUtc: z.iso
    .datetime()
    .nullable()
    .describe(
      'When the first text has been sent to everyone, under the caps and quiet hours, beside what else is being sent; null: too far off to estimate.',
    ),
  brandLimit: z
    .int()
    .nullable()
    .describe(
      'T-Mobile’s daily limit for the brand of our numbers, in segments, if the first text exceeds what is left of it; otherwise null. Recipients whose carrier is unknown count.',
    ),
  holds: z
    .array(
      z.object({
        count: z.int(),
        untilUtc: z.iso.datetime(),
        timeZone: z.string(),
        holiday: z.enum(LEGAL_HOLIDAYS).nullable(),
      }),
    )
    .describe(
      'Recipients who are in their quiet hours, or at a legal holiday, when it starts, the earliest end first.',
    ),
})
export type CampaignPreflight = z.infer<typeof CampaignPreflight>

/** What a campaign would be for one contact as of now. */
export const CampaignContactPreview = z.object({
  text: z.string().nullable().describe('As the contact would get it; null if they would not.'),
  reason: z
    .enum([...SKIP_REASONS, 'not-in-audience', 'open-conversation'])
    .nullable()
    .describe('Why they would not get it.'),
  isHeld: z.boolean().describe('They would get it later: it is their quiet hours, or a legal holiday.'),
})
export type CampaignContactPreview = z.infer<typeof CampaignContactPreview>

const tags = ['main']
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })
const editing = () => endpoint({ permission: 'campaigns_create_bulk' })
const sending = () => endpoint({ permission: 'campaigns_send_bulk_messages' })
const byId = z.object({ id: z.uuid().meta({ names: 'campaign' }) })
const edited = byId.extend({ version: z.int32().min(1).describe('The version that the caller has seen.') })

const timing = {
  scheduledOnUtc: InstantInput.optional().describe('Default: now.'),
  localTime: WallTimeInput.optional().describe(
    'Each contact gets it at this time of their own zone. Instead of an instant, which is ignored then.',
  ),
  spreadMinutes: z.int().min(SPREAD_MINUTES.min).max(SPREAD_MINUTES.max).optional(),
}

const content = {
  locationID: z.uuid().nullable().default(null),
  audience: CampaignAudience,
  text: z.string().max(MESSAGE_TEXT_MAX).default('').describe('May contain template variables.'),
}

const drafted = {
  ...content,
  attachments: z
    .array(MediaSid)
    .max(MESSAGE_ATTACHMENTS_MAX)
    .default([])
    .describe('Files of the campaign, and uploads of the caller. They are sent with the first text.'),
  variants: z.array(text).max(CAMPAIGN_VARIANTS_MAX).default([]),
  followUps: z.array(CampaignFollowUp).max(CAMPAIGN_FOLLOW_UPS_MAX).default([]),
  controlPercent: z.int().min(0).max(CONTROL_PERCENT_MAX).default(0),
}

/** Errors of starting a campaign, also when it is approved. */
const STARTING_FAILS = [
  'CampaignNotFound',
  'CampaignStatusWrong',
  'ChangedMeanwhile',
  'ScheduleTimeInvalid',
  'NoRecipients',
  'SegmentNotFound',
  'GroupNotFound',
  'ReviewLinkMissing',
  'Forbidden',
] as const

export const campaigns = {
  getList: reading()
    .route({ method: 'POST', path: '/main/Campaign/get-list', tags, summary: 'Lists campaigns, last changed first' })
    .input(
      z.object({
        statuses: z
          .array(z.enum(CAMPAIGN_STATUSES))
          .max(CAMPAIGN_STATUSES.length)
          .optional()
          .describe('`needs-attention` also finds sent campaigns with the problem `late`.'),
        searchTerm: z.string().trim().max(200).optional().describe('A part of the name.'),
        cursor: z.string().max(200).optional(),
      }),
    )
    .output(wrapped(z.object({ campaigns: z.array(Campaign), nextCursor: z.string().nullable() })))
    .errors(failsWith('InvalidInput')),

  get: reading()
    .route({ method: 'POST', path: '/main/Campaign/get', tags, summary: 'Returns a campaign, with its outcomes' })
    .input(byId)
    .output(wrapped(Campaign))
    .errors(failsWith('CampaignNotFound')),

  save: editing()
    .route({ method: 'POST', path: '/main/Campaign/save', tags, summary: 'Adds a campaign as a draft, or updates one' })
    .input(
      z.object({
        id: z.uuid().meta({ names: 'campaign' }).optional().describe('Of the campaign to update.'),
        version: z.int32().min(1).optional().describe('With `id`: the version that was edited.'),
        name: words().min(1).max(CAMPAIGN_NAME_MAX),
        ...drafted,
      }),
    )
    .output(wrapped(Campaign))
    .errors(
      failsWith(
        'CampaignNotFound',
        'CampaignStatusWrong',
        'LocationNotFound',
        'SegmentNotFound',
        'GroupNotFound',
        'TooManyCampaigns',
        'AttachmentUnknown',
        'AttachmentTooLarge',
        'NotInTrial',
        'ChangedMeanwhile',
        'Forbidden',
        'InvalidInput',
      ),
    ),

  delete: editing()
    .route({
      method: 'POST',
      path: '/main/Campaign/delete',
      tags,
      summary: 'Deletes a campaign that was not sent. What was sent stays on record',
    })
    .input(byId)
    .output(wrapped(byId))
    .errors(failsWith('CampaignNotFound', 'CampaignStatusWrong', 'Forbidden')),

  preview: reading()
    .route({
      method: 'POST',
      path: '/main/Campaign/preview',
      tags,
      summary: 'Counts who would get a campaign now and who would not, with reasons',
    })
    .input(z.object(content))
    .output(wrapped(GroupSendPreview))
    .errors(failsWith('SegmentNotFound', 'GroupNotFound', 'LocationNotFound', 'AudienceTooSlow', 'InvalidInput')),

  previewForContact: reading()
    .route({
      method: 'POST',
      path: '/main/Campaign/preview-contact',
      tags,
      summary: 'Returns the text of a campaign as one contact would get it now, or why they would not',
    })
    .input(z.object({ ...content, contactID: z.uuid().meta({ names: 'contact' }) }))
    .output(wrapped(CampaignContactPreview))
    .errors(
      failsWith(
        'ContactNotFound',
        'SegmentNotFound',
        'GroupNotFound',
        'LocationNotFound',
        'AudienceTooSlow',
        'InvalidInput',
      ),
    ),

  preflight: reading()
    .route({
      method: 'POST',
      path: '/main/Campaign/preflight',
      tags,
      summary: 'Returns what sending a saved campaign would take: messages, price, expected finish, and quiet hours',
    })
    .input(byId.extend(timing))
    .output(wrapped(CampaignPreflight))
    .errors(
      failsWith(
        'CampaignNotFound',
        'SegmentNotFound',
        'GroupNotFound',
        'ScheduleTimeInvalid',
        'AudienceTooSlow',
        'InvalidInput',
      ),
    ),

  getApprovalLimit: reading()
    .route({
      method: 'POST',
      path: '/main/Campaign/get-approval-limit',
      tags,
      summary: 'Returns whether a second person would have to approve a campaign if the caller sent it now',
    })
    .input(byId)
    .output(
      wrapped(
        z.object({
          approvalAbove: z
            .int()
            .nullable()
            .describe(
              'The limit in the sending settings, if the audience is larger or takes too long to count; otherwise null. People who would not get the campaign count too.',
            ),
        }),
      ),
    )
    .errors(failsWith('CampaignNotFound', 'SegmentNotFound', 'GroupNotFound')),

  getSteps: reading()
    .route({
      method: 'POST',
      path: '/main/Campaign/get-steps',
      tags,
      summary: 'Returns what became of each text of a campaign: the first one with its versions, and those that follow',
    })
    .input(byId)
    .output(wrapped(z.object({ steps: z.array(CampaignStep) })))
    .errors(failsWith('CampaignNotFound')),

  getTrend: reading()
    .route({
      method: 'POST',
      path: '/main/Campaign/get-trend',
      tags,
      summary: 'Counts over time what became of a campaign, as far as the caller may see its recipients',
    })
    .input(byId)
    .output(wrapped(CampaignTrend))
    .errors(failsWith('CampaignNotFound')),

  // It starts a conversation with any number.
  sendTest: endpoint({ permission: 'convos_create_new_conversations' })
    .route({
      method: 'POST',
      path: '/main/Campaign/send-test',
      tags,
      summary:
        'Sends a text of a campaign, the first one with its files, to one number, as a message of the caller. Safe to repeat',
    })
    .input(
      byId.extend({
        step: z.int().min(0).max(CAMPAIGN_FOLLOW_UPS_MAX).default(0).describe('0: the first text; others follow.'),
        variant: z
          .int()
          .min(0)
          .max(CAMPAIGN_VARIANTS_MAX)
          .default(0)
          .describe('The version of the text, of which only the first text has several; 0 is the text itself.'),
        phone: z
          .string()
          .max(40)
          .describe(
            'One that agreed to marketing texts, such as one of the caller. It gets the text as a contact would.',
          ),
        clientMessageId: z.uuid(),
      }),
    )
    .output(wrapped(z.object({ conversationSid: ConversationSid })))
    .errors(
      failsWith(
        'SendRefused',
        'TestConsentMissing',
        'CampaignNotFound',
        'MessageEmpty',
        'ReviewLinkMissing',
        'PhoneNumberNotFound',
        'PhoneNumberInexistent',
        'ClientMessageIdReused',
      ),
    ),

  start: sending()
    .route({
      method: 'POST',
      path: '/main/Campaign/start',
      tags,
      summary: `Sends a campaign now, or schedules it. Its audience is that of the time it is sent. If it cannot start within ${CAMPAIGN_LATE_MS / 60_000} minutes of that time, it is not sent and needs attention. Above the number of recipients in the sending settings, a second person has to approve it first`,
    })
    .input(edited.extend(timing))
    .output(wrapped(Campaign))
    .errors(failsWith(...STARTING_FAILS, 'MessageEmpty', 'NotInTrial', 'InvalidInput')),

  approve: sending()
    .route({
      method: 'POST',
      path: '/main/Campaign/approve',
      tags,
      summary: 'Approves a campaign that someone else wants to send. It is then sent, or scheduled for its time',
    })
    .input(edited)
    .output(wrapped(Campaign))
    .errors(failsWith(...STARTING_FAILS)),

  pause: sending()
    .route({
      method: 'POST',
      path: '/main/Campaign/pause',
      tags,
      summary: 'Pauses a running campaign: no further text is written until it is resumed',
    })
    .input(byId)
    .output(wrapped(Campaign))
    .errors(failsWith('CampaignNotFound', 'CampaignStatusWrong', 'Forbidden')),

  resume: sending()
    .route({
      method: 'POST',
      path: '/main/Campaign/resume',
      tags,
      summary:
        'Resumes a paused campaign, or one that a teammate stopped, for the recipients it was never sent to, and no one else',
    })
    .input(byId)
    .output(wrapped(Campaign))
    .errors(failsWith('CampaignNotFound', 'CampaignStatusWrong', 'Forbidden')),

  decideMissed: sending()
    .route({
      method: 'POST',
      path: '/main/Campaign/decide-missed',
      tags,
      summary: `Sends the texts of a running or paused campaign that are more than ${CAMPAIGN_LATE_MS / 60_000} minutes late because the server was down, or skips them. Those of a paused campaign are sent once it is resumed`,
    })
    .input(byId.extend({ action: z.enum(MISSED_ACTIONS) }))
    .output(wrapped(Campaign))
    .errors(failsWith('CampaignNotFound', 'CampaignStatusWrong', 'Forbidden')),

  stop: sending()
    .route({
      method: 'POST',
      path: '/main/Campaign/stop',
      tags,
      summary:
        'Stops a campaign: recipients who have not got it will not. One that waits for its time or an approval becomes a draft',
    })
    .input(byId)
    .output(wrapped(Campaign))
    .errors(failsWith('CampaignNotFound', 'CampaignStatusWrong', 'Forbidden')),
}

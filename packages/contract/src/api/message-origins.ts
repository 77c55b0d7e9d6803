import { z } from 'zod'
import { AUTOMATION_KINDS } from '../rules/automations.ts'
import { AUTO_REPLY_CAUSES, MESSAGE_PURPOSES, ORIGIN_HOLD_REASONS, ZONE_SOURCES } from '../rules/message-origins.ts'
import { LEGAL_HOLIDAYS } from '../rules/state-hours.ts'
import { ConsentEvent } from './consent.ts'
import { ContactCriteria } from './contact-list.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { GroupSid, MessageSid } from './ids.ts'

const window = { opens: z.string(), closes: z.string() }

/** The region assumed for a contact, whose rules for automated texts applied. */
export const OriginRegion = z.object({
  timeZones: z.array(z.string()).min(1).describe('All zones the contact may be in, likeliest first.'),
  zoneFrom: z.enum(ZONE_SOURCES),
  state: z.string().nullable().describe('Whose law applies, if it is stricter than the federal one.'),
  country: z.enum(['US', 'CA']).nullable(),
})
export type OriginRegion = z.infer<typeof OriginRegion>

const OriginHold = z.object({
  reason: z.enum(ORIGIN_HOLD_REASONS),
  untilUtc: z.iso.datetime(),
  holiday: z.enum(LEGAL_HOLIDAYS).optional().describe('The legal holiday at the contact because of which it waited.'),
})
export type OriginHold = z.infer<typeof OriginHold>

const AutomatedTexts = z.object({
  sent: z.int().describe('Within 24 hours before it.'),
  perDay: z.int().describe('How many a contact gets at most.'),
})

/** Basis on which the send gate let an automated message pass. */
export interface GateBasis {
  /** Hours apply to messages that are held during quiet hours. */
  hours: (OriginRegion & { opens: string; closes: string }) | null
  /** The daily limit applies to messages that no teammate wrote for this contact. */
  automated: z.infer<typeof AutomatedTexts> | null
}

/** Data about its origin that is stored with a message. */
export interface StoredMessageOrigin {
  gate?: GateBasis
  held?: OriginHold
  cause?: z.infer<typeof AutoReplyCause>
  /** The message of the contact that it replies to. */
  repliesTo?: string
  /** The matter that this reply leaves open for the contact: the time of a visit, a delay, or an answer by the team. */
  leavesOpen?: 'visit-time' | 'delay' | 'team'
  /** The matter that this reply settles. */
  settles?: 'visit-time' | 'delay' | 'estimate'
}

const AutoReplyCause = z.enum(AUTO_REPLY_CAUSES)

/** A rule that selects recipients. Names and filters are null where the caller may not see them. */
export const AudienceRule = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('segment'),
    name: z.string().nullable(),
    criteria: ContactCriteria.nullable(),
  }),
  z.object({
    kind: z.literal('group'),
    name: z.string().nullable(),
    groupSid: GroupSid.nullable().describe('null once it is deleted.'),
    criteria: ContactCriteria.nullable().describe('null for a fixed group.'),
    isDynamic: z.boolean(),
  }),
  z.object({ kind: z.literal('tags'), tags: z.array(z.string()) }),
  z.object({ kind: z.literal('subscribers') }),
  z.object({ kind: z.literal('filter'), criteria: ContactCriteria.describe('{} for all contacts.') }),
  z.object({ kind: z.literal('selected') }),
])
export type AudienceRule = z.infer<typeof AudienceRule>

/** The rules of an audience as they were when its recipients were collected. */
export interface StoredAudience {
  rules: StoredAudienceRule[]
  excludesOpenConversations: boolean
}

/** Besides the rule, what decides who may see its name. */
export type StoredAudienceRule =
  | Exclude<AudienceRule, { kind: 'segment' | 'group' }>
  | (Extract<AudienceRule, { kind: 'segment' }> & { isShared: boolean })
  | (Omit<Extract<AudienceRule, { kind: 'group' }>, 'groupSid'> & { id: string; locationId: string | null })

const author = z.string().describe('The teammate who sent it.')

/** The sender of a message. */
const OriginSender = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('teammate'),
    name: z.string(),
    scheduledForUtc: z.iso.datetime().nullable().describe('The time it was scheduled for; null: sent at once.'),
    scheduledOnUtc: z.iso.datetime().nullable().describe('When it was scheduled.'),
  }),
  z.object({
    kind: z.literal('campaign'),
    author,
    campaign: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('null if the caller may not see it.'),
    step: z.int().describe('0: the first text.'),
    variant: z.int().describe('The version of the text; 0 is the first.'),
    variantCount: z.int(),
    startedOnUtc: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal('group'),
    author,
    groupMessage: z
      .object({ id: z.uuid(), groupSid: GroupSid.nullable(), name: z.string() })
      .nullable()
      .describe('null if the caller may not see it.'),
    startedOnUtc: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('bulk'), author, startedOnUtc: z.iso.datetime() }),
  z.object({ kind: z.literal('review-invite'), author, startedOnUtc: z.iso.datetime() }),
  z.object({
    kind: z.literal('automation'),
    name: z.string(),
    automationID: z.uuid().nullable().describe('null once it is deleted, or if the caller may not see it.'),
    trigger: z.enum(AUTOMATION_KINDS),
    triggeredOnUtc: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal('auto-reply'),
    cause: AutoReplyCause.nullable().describe('null if it was not recorded.'),
    repliesTo: z
      .object({ sid: MessageSid, text: z.string() })
      .nullable()
      .describe('The message of the contact that it replies to.'),
  }),
])
export type OriginSender = z.infer<typeof OriginSender>

export const MessageOrigin = z.object({
  sid: MessageSid,
  sender: OriginSender,
  audience: z
    .object({
      rules: z.array(AudienceRule),
      ruleIndex: z.int().nullable().describe('Position of the rule that selected the contact.'),
      excludesOpenConversations: z.boolean(),
    })
    .nullable()
    .describe('Why the contact was a recipient, for a group message; null if it was not recorded, or is hidden.'),
  consent: z
    .object({
      event: ConsentEvent.nullable().describe('The latest record before the message that concerns it.'),
      contactID: z.uuid(),
    })
    .nullable()
    .describe('Null for a contact the caller cannot see.'),
  gate: z.object({
    purpose: z.enum(MESSAGE_PURPOSES),
    leftOnUtc: z.iso.datetime().nullable().describe('When it was passed to the carrier; null: not yet, or never.'),
    region: OriginRegion,
    hours: z.object(window).nullable().describe('When texts were allowed at the contact; null if none applied.'),
    automatedTexts: AutomatedTexts.nullable().describe('Null without a limit, or for a contact the caller cannot see.'),
    held: OriginHold.nullable().describe('What it waited for last, before it was sent.'),
  }),
})
export type MessageOrigin = z.infer<typeof MessageOrigin>

export const messageOrigins = {
  get: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Message/get-origin',
      tags: ['conversations'],
      summary: 'Returns why a message was sent: who or what sent it, its audience, consent, and the send gate',
    })
    .input(z.object({ sid: MessageSid }))
    .output(wrapped(MessageOrigin))
    .errors(failsWith('MessageNotFound')),
}

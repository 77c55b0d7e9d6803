import { z } from 'zod'
import { CONVERSATION_PAGE_SIZE } from '../rules/constants.ts'
import { CONVERSATION_ORDERS, CONVERSATION_SOURCES, OPEN_CLOSE_STATES } from '../rules/conversation-filter.ts'
import { InstantInput } from './instants.ts'

/** Filters of the inbox, shared by get-list, search, views and bulk actions. */
export const ConversationCriteria = z.object({
  isClosed: z.boolean().default(false),
  openCloseState: z.enum(OPEN_CLOSE_STATES).optional().describe('More specific than isClosed, and takes precedence.'),
  searchName: z.string().trim().max(120).optional(),
  searchPhoneNumber: z.string().trim().max(40).optional(),
  sources: z.array(z.enum(CONVERSATION_SOURCES)).max(20).optional(),
  toUserIDs: z.array(z.uuid()).max(200).optional(),
  isUnassigned: z.boolean().optional().describe('With toUserIDs: also unassigned ones.'),
  folderKeys: z.array(z.string().max(60)).max(100).optional(),
  statusKeys: z.array(z.string().max(60)).max(100).optional(),
  labels: z.array(z.string().max(60)).max(100).optional().describe('Labels of the contact; matches any of them.'),
  locationIDs: z.array(z.uuid()).max(500).optional(),
  hasUnreadMessages: z.boolean().optional(),
  hasScheduledMessages: z.boolean().optional(),
  isSnoozed: z.boolean().optional().describe('Default: snoozed ones are excluded, except in a search.'),
  needsAnswer: z.boolean().optional().describe('Waiting for a reply.'),
  hasAIEmployeeEnabled: z.boolean().optional(),
  hasSentReviewInvite: z.boolean().optional(),
  startDateTimeUTC: InstantInput.optional().describe('Time of the latest message, inclusive.'),
  endDateTimeUTC: InstantInput.optional().describe('Time of the latest message, exclusive.'),
})
export type ConversationCriteria = z.output<typeof ConversationCriteria>

export const ConversationFilter = ConversationCriteria.extend({
  pageNumber: z.int().min(1).max(10_000).default(1),
  pageSize: z.int().min(1).max(100).default(CONVERSATION_PAGE_SIZE),
  cursor: z.string().max(200).optional(),
  orderBy: z.enum(CONVERSATION_ORDERS).default('latestMessageDateUTC'),
  orderByDesc: z.boolean().default(true),
})
export type ConversationFilter = z.input<typeof ConversationFilter>

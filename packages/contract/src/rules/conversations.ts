import { can, type Viewer } from './permissions.ts'

export const CONVERSATION_TYPES = ['sms', 'webchat'] as const
export type ConversationType = (typeof CONVERSATION_TYPES)[number]

/** Scope: decides who may see a conversation and everything in it. */
export interface ConversationScope {
  locationId: string
  assigneeId: string | null
}

export const conversationRules = {
  /**
   * Visibility of a conversation. Its SQL counterpart is
   * `apps/server/src/modules/visibility/conversation-visibility.ts`.
   */
  see: (me: Viewer, { locationId, assigneeId }: ConversationScope): boolean => {
    if (me.locationIds !== null && !me.locationIds.includes(locationId)) return false
    if (assigneeId === me.userId) return true
    return can(me, assigneeId === null ? 'convos_view_unassigned_conversations' : 'convos_view_assigned_to_others')
  },
  /**
   * Whether the viewer may assign conversations they see to this teammate; null unassigns. Used by every way to assign.
   */
  assign: (me: Viewer, assigneeId: string | null): boolean =>
    assigneeId === null || assigneeId === me.userId || can(me, 'convos_view_assigned_to_others'),
  /** Whether a viewer sees the conversations, and so the contacts, of all locations and teammates. */
  seeAll: (me: Viewer): boolean =>
    me.locationIds === null &&
    can(me, 'convos_view_assigned_to_others') &&
    can(me, 'convos_view_unassigned_conversations'),
  /** Whether a viewer sees only conversations assigned to them. */
  seeOwnOnly: (me: Viewer): boolean =>
    !can(me, 'convos_view_assigned_to_others') && !can(me, 'convos_view_unassigned_conversations'),
}

export const FRIENDLY_NAME_MAX = 120

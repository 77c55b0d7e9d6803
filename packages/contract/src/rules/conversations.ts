import { can, type Viewer } from './permissions.ts'

export const CONVERSATION_TYPES = ['sms'] as const
export type ConversationType = (typeof CONVERSATION_TYPES)[number]

/** Scope: decides who may see a conversation and everything in it. */
export interface ConversationScope {
  locationID: string
  toUserID: string | null
}

export const conversationRules = {
  /** Visibility of a conversation. Its SQL counterpart is `apps/server/src/modules/visibility/conversation-visibility.ts`. */
  see: (me: Viewer, { locationID, toUserID }: ConversationScope): boolean => {
    if (me.locationIds !== null && !me.locationIds.includes(locationID)) return false
    if (toUserID === me.userId) return true
    return can(me, toUserID === null ? 'convos_view_unassigned_conversations' : 'convos_view_assigned_to_others')
  },
  /**
   * Whether the viewer may assign conversations they see to this teammate; null unassigns. Used by every way to assign.
   */
  assign: (me: Viewer, toUserID: string | null): boolean =>
    toUserID === null || toUserID === me.userId || can(me, 'convos_view_assigned_to_others'),
  /** Whether a viewer sees only conversations assigned to them. */
  seeOwnOnly: (me: Viewer): boolean =>
    !can(me, 'convos_view_assigned_to_others') && !can(me, 'convos_view_unassigned_conversations'),
}

export const FRIENDLY_NAME_MAX = 120

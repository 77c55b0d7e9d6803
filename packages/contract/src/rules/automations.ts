import { isBlank } from './blank.ts'
import { SEND_GATE_REASONS } from './delivery.ts'

/**
 * `follow-up`: a text when a contact has not answered our last message. `reopen`: reopens a conversation some time
 * after it was closed. `webchat`: acts some time after a conversation started in the webchat.
 */
export const AUTOMATION_KINDS = ['follow-up', 'reopen', 'webchat'] as const
export type AutomationKind = (typeof AUTOMATION_KINDS)[number]

/** Assignees of an automation’s conversations. `user`: one teammate. */
export const AUTOMATION_ASSIGNEES = ['anyone', 'unassigned', 'assigned', 'user'] as const
export type AutomationAssignee = (typeof AUTOMATION_ASSIGNEES)[number]

export const AUTOMATION_RUN_STATES = ['waiting', 'done', 'skipped'] as const
export type AutomationRunState = (typeof AUTOMATION_RUN_STATES)[number]

/** Why a run was skipped or waits, or which part of it could not be done: reasons of the send gate, and others. */
export const AUTOMATION_REASONS = [
  ...SEND_GATE_REASONS,
  'turned-off',
  'late',
  'replied',
  'teammate-wrote',
  'closed',
  'already-open',
  'not-matching',
  'undelivered',
  'outside-hours',
  'text-empty',
  'assignee-missing',
  'folder-missing',
] as const
export type AutomationReason = (typeof AUTOMATION_REASONS)[number]

export const AUTOMATION_NAME_MAX = 80
/** Automations of a business. */
export const AUTOMATIONS_MAX = 50
/** Folders, statuses, labels or tags of the conditions. */
export const AUTOMATION_CONDITIONS_MAX = 50
export const AUTOMATION_FOLLOW_UPS_MAX = 5
export const AUTOMATION_DELAY_MAX_MINUTES = 30 * 24 * 60
/** Days back that the counts of runs and the preview cover. */
export const AUTOMATION_COUNT_DAYS = 30
export const AUTOMATION_PREVIEW_DAYS = 7
/** Counting stops at this number. */
export const AUTOMATION_COUNT_MAX = 1000
/** Runs that are later than this, because the server was down, are skipped. */
export const AUTOMATION_LATE_MS = 24 * 60 * 60_000

interface Actions {
  text: string
  assignToUserID: string | null
  folderKey: string | null
}

/** The action that an automation lacks to do anything; null if none. */
export function missingAction(
  kind: AutomationKind,
  { text, assignToUserID, folderKey }: Actions,
): 'text' | 'any' | null {
  if (kind === 'follow-up') return isBlank(text) ? 'text' : null
  if (kind === 'reopen') return null
  return isBlank(text) && assignToUserID === null && folderKey === null ? 'any' : null
}

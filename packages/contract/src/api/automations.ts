import { z } from 'zod'
import {
  AUTOMATION_ASSIGNEES,
  AUTOMATION_CONDITIONS_MAX,
  AUTOMATION_COUNT_DAYS,
  AUTOMATION_COUNT_MAX,
  AUTOMATION_DELAY_MAX_MINUTES,
  AUTOMATION_FOLLOW_UPS_MAX,
  AUTOMATION_KINDS,
  AUTOMATION_NAME_MAX,
  AUTOMATION_PREVIEW_DAYS,
  AUTOMATION_REASONS,
  AUTOMATION_RUN_STATES,
  missingAction,
} from '../rules/automations.ts'
import { MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { FolderKey } from './folders.ts'
import { ConversationSid } from './ids.ts'
import { words } from './words.ts'

const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(AUTOMATION_CONDITIONS_MAX).default([])

/** Conditions for the conversations of an automation, which must meet all. An empty list is no condition. */
export const AutomationConditions = z.object({
  folderKeys: listOf(FolderKey),
  assignee: z.enum(AUTOMATION_ASSIGNEES).default('anyone'),
  assigneeUserID: z.uuid().meta({ names: 'user' }).nullable().default(null).describe('With the assignee `user`.'),
  statusKeys: listOf(z.string().max(60)),
  labels: listOf(words().min(1).max(60)).describe('Of the contact: any of these.'),
  tags: listOf(words().min(1).max(60)).describe('Of the contact: any of these.'),
  isOnlyInBusinessHours: z
    .boolean()
    .default(false)
    .describe('Outside of the hours of its location, the automation waits until the location opens.'),
})
export type AutomationConditions = z.infer<typeof AutomationConditions>

/** Actions of an automation; fields that its kind does not use are reset when it is saved. */
export const AutomationActions = z.object({
  text: z.string().max(MESSAGE_TEXT_MAX).default('').describe('May contain template variables; empty: no text.'),
  maxTimes: z
    .int32()
    .min(1)
    .max(AUTOMATION_FOLLOW_UPS_MAX)
    .default(1)
    .describe('For a follow-up: the most texts sent until the contact or a teammate writes.'),
  stopsWhenClosed: z.boolean().default(true).describe('Of a follow-up: none in a closed conversation.'),
  assignToUserID: z.uuid().meta({ names: 'user' }).nullable().default(null).describe('null: keeps its assignee.'),
  folderKey: FolderKey.nullable().default(null).describe('null: keeps its folder.'),
})
export type AutomationActions = z.infer<typeof AutomationActions>

const count = () => z.int().max(AUTOMATION_COUNT_MAX)

export const Automation = z.object({
  id: z.uuid(),
  kind: z.enum(AUTOMATION_KINDS),
  name: z.string(),
  isEnabled: z.boolean(),
  locationID: z.uuid().nullable().describe('null: conversations of all locations.'),
  conditions: AutomationConditions,
  delayMinutes: z.int(),
  actions: AutomationActions,
  counts: z
    .object({ done: count(), skipped: count(), waiting: count() })
    .describe(
      `Runs of the last ${AUTOMATION_COUNT_DAYS} days in conversations that the caller sees, up to ${AUTOMATION_COUNT_MAX} of them.`,
    ),
  createdOnUtc: z.iso.datetime(),
  updatedOnUtc: z.iso.datetime(),
  version: z.int(),
  canEdit: z.boolean().describe('An automation of the whole business can only be edited with access to all locations.'),
})
export type Automation = z.infer<typeof Automation>

export const AutomationRun = z.object({
  id: z.uuid(),
  conversationSid: ConversationSid,
  contactName: z.string(),
  state: z.enum(AUTOMATION_RUN_STATES),
  reason: z
    .enum(AUTOMATION_REASONS)
    .nullable()
    .describe('Why it was skipped or waits, or which part of it could not be done.'),
  triggeredOnUtc: z.iso.datetime().describe('When our last message was sent, or the conversation closed or started.'),
  dueOnUtc: z.iso.datetime(),
  finishedOnUtc: z.iso.datetime().nullable(),
})
export type AutomationRun = z.infer<typeof AutomationRun>

const tags = ['main']
const viewing = () => endpoint({ permission: 'automations_view', isRead: true })
const managing = () => endpoint({ permission: 'automations_manage' })
const AutomationId = z.uuid().meta({ names: 'automation' })
const byId = z.object({ id: AutomationId })

const rule = {
  kind: z.enum(AUTOMATION_KINDS),
  locationID: z.uuid().nullable().default(null).describe('null: conversations of all locations.'),
  conditions: AutomationConditions,
  delayMinutes: z.int32().min(1).max(AUTOMATION_DELAY_MAX_MINUTES),
  actions: AutomationActions,
}

type Rule = z.infer<z.ZodObject<typeof rule>>
const namesAssignee = ({ conditions }: Rule) => conditions.assignee !== 'user' || conditions.assigneeUserID !== null
const chooseTeammate = { path: ['conditions', 'assigneeUserID'], message: 'Choose a teammate' }

export const automations = {
  getList: viewing()
    .route({ method: 'POST', path: '/main/Automation/get-list', tags, summary: 'Lists automations by name' })
    .input(z.object({}))
    .output(wrapped(z.object({ automations: z.array(Automation) }))),

  get: viewing()
    .route({ method: 'POST', path: '/main/Automation/get', tags, summary: 'Returns an automation' })
    .input(byId)
    .output(wrapped(Automation))
    .errors(failsWith('AutomationNotFound')),

  save: managing()
    .route({
      method: 'POST',
      path: '/main/Automation/save',
      tags,
      summary: 'Adds an automation, which is off, or updates one',
    })
    .input(
      z
        .object({
          id: AutomationId.optional().describe('Of the automation to update; its kind stays.'),
          version: z.int32().min(1).optional().describe('With `id`: the version that was edited.'),
          name: words().min(1).max(AUTOMATION_NAME_MAX),
          ...rule,
        })
        .refine(namesAssignee, chooseTeammate)
        .refine(({ kind, actions }) => missingAction(kind, actions) === null, {
          path: ['actions', 'text'],
          message: 'The automation has nothing to do',
        }),
    )
    .output(wrapped(Automation))
    .errors(
      failsWith(
        'AutomationNotFound',
        'LocationNotFound',
        'FolderNotFound',
        'AssigneeUnknown',
        'ConversationsUnassignable',
        'TooManyAutomations',
        'ChangedMeanwhile',
        'Forbidden',
        'InvalidInput',
      ),
    ),

  delete: managing()
    .route({ method: 'POST', path: '/main/Automation/delete', tags, summary: 'Deletes an automation with its runs' })
    .input(byId)
    .output(wrapped(byId))
    .errors(failsWith('AutomationNotFound', 'Forbidden')),

  setEnabled: managing()
    .route({
      method: 'POST',
      path: '/main/Automation/set-enabled',
      tags,
      summary: 'Turns an automation on, for triggers from then on, or off, which also skips its waiting runs',
    })
    .input(byId.extend({ isEnabled: z.boolean() }))
    .output(wrapped(Automation))
    .errors(failsWith('AutomationNotFound', 'Forbidden')),

  runs: viewing()
    .route({
      method: 'POST',
      path: '/main/Automation/runs',
      tags,
      summary: 'Lists what an automation did, skipped or waits to do in conversations the caller sees, newest first',
    })
    .input(byId.extend({ cursor: z.string().max(200).optional() }))
    .output(wrapped(z.object({ runs: z.array(AutomationRun), nextCursor: z.string().nullable() })))
    .errors(failsWith('AutomationNotFound', 'InvalidInput')),

  preview: viewing()
    .route({
      method: 'POST',
      path: '/main/Automation/preview',
      tags,
      summary: `Counts the conversations the caller sees to which an automation would have applied in the last ${AUTOMATION_PREVIEW_DAYS} days`,
    })
    .input(z.object(rule).refine(namesAssignee, chooseTeammate))
    .output(wrapped(z.object({ conversations: count(), isMore: z.boolean().describe('There may be more of them.') })))
    .errors(failsWith('LocationNotFound', 'InvalidInput')),
}

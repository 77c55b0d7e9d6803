import type { Automation } from '@frontdesk/contract/api'
import { AUTOMATION_DELAY_MAX_MINUTES, type AutomationAssignee, type AutomationKind } from '@frontdesk/contract/rules'
import { fromLocationID, toLocationID } from '../../entities/location/location-options.ts'
import type { AutomationRule } from './queries.ts'

export const DELAY_UNITS = ['minutes', 'hours', 'days'] as const
export type DelayUnit = (typeof DELAY_UNITS)[number]

const MINUTES: Record<DelayUnit, number> = { minutes: 1, hours: 60, days: 24 * 60 }

/** A delay in the largest unit that divides it. */
export function delayOf(minutes: number): { amount: number; unit: DelayUnit } {
  const unit = DELAY_UNITS.findLast((each) => minutes % MINUTES[each] === 0) ?? 'minutes'
  return { amount: minutes / MINUTES[unit], unit }
}

/** Values of the form of an automation. */
export interface AutomationValues {
  name: string
  location: string
  /** null while the field is empty. */
  amount: number | null
  unit: DelayUnit
  folderKeys: string[]
  statusKeys: string[]
  labels: string[]
  tags: string[]
  /** `anyone`, `unassigned`, `assigned`, or the id of a teammate. */
  assignee: string
  isOnlyInBusinessHours: boolean
  text: string
  maxTimes: number
  stopsWhenClosed: boolean
  assignToUserID: string | null
  folderKey: string | null
  /** Of the automation that was edited; null for a new one. */
  version: number | null
}

export const newAutomationValues = (location: string): AutomationValues => ({
  name: '',
  location,
  amount: 1,
  unit: 'days',
  folderKeys: [],
  statusKeys: [],
  labels: [],
  tags: [],
  assignee: 'anyone',
  isOnlyInBusinessHours: false,
  text: '',
  maxTimes: 1,
  stopsWhenClosed: true,
  assignToUserID: null,
  folderKey: null,
  version: null,
})

export function automationValues({ name, version, ...rule }: Automation): AutomationValues {
  const { folderKeys, statusKeys, labels, tags, assignee, assigneeUserID, isOnlyInBusinessHours } = rule.conditions
  const { text, maxTimes, stopsWhenClosed, assignToUserID, folderKey } = rule.actions
  return {
    name,
    location: fromLocationID(rule.locationID),
    ...delayOf(rule.delayMinutes),
    folderKeys,
    statusKeys,
    labels,
    tags,
    assignee: assigneeUserID ?? assignee,
    isOnlyInBusinessHours,
    text,
    maxTimes,
    stopsWhenClosed,
    assignToUserID,
    folderKey,
    version,
  }
}

/** The delay in minutes; null if it is none that can be saved. */
export function delayMinutes({ amount, unit }: Pick<AutomationValues, 'amount' | 'unit'>): number | null {
  const minutes = (amount ?? 0) * MINUTES[unit]
  return minutes >= 1 && minutes <= AUTOMATION_DELAY_MAX_MINUTES && Number.isInteger(minutes) ? minutes : null
}

const ASSIGNEE_WORDS: readonly string[] = ['anyone', 'unassigned', 'assigned'] satisfies AutomationAssignee[]

/** The rule to save and preview. */
export function automationRule(kind: AutomationKind, values: AutomationValues): AutomationRule | null {
  const minutes = delayMinutes(values)
  if (minutes === null) return null
  const { folderKeys, statusKeys, labels, tags, assignee, isOnlyInBusinessHours } = values
  const { text, maxTimes, stopsWhenClosed, assignToUserID, folderKey } = values
  const isTeammate = !ASSIGNEE_WORDS.includes(assignee)
  return {
    kind,
    locationID: toLocationID(values.location),
    delayMinutes: minutes,
    conditions: {
      folderKeys,
      statusKeys,
      labels,
      tags,
      assignee: isTeammate ? 'user' : assignee === 'unassigned' || assignee === 'assigned' ? assignee : 'anyone',
      assigneeUserID: isTeammate ? assignee : null,
      isOnlyInBusinessHours,
    },
    actions: { text: text.trim(), maxTimes, stopsWhenClosed, assignToUserID, folderKey },
  }
}

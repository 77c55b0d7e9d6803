import type { SlotTaken } from '@frontdesk/contract/api'
import { OVERRIDABLE_RULES, type OverridableRule } from '@frontdesk/contract/rules'
import { errorCode } from '../../lib/error-code.ts'

/** Why a time could not be booked, if that is what the error says. */
export function slotTakenOf(error: unknown): SlotTaken | null {
  if (errorCode(error) !== 'SlotTaken' || !(error instanceof Error) || !('data' in error)) return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'closedBy' in data ? (data as SlotTaken) : null
}

/** The rules that a teammate can ignore to book the time nevertheless; null if something is in the way. */
export function overridesFor({ closedBy }: SlotTaken): OverridableRule[] | null {
  const rules = new Set(closedBy.map(({ rule }) => rule))
  const overridable = OVERRIDABLE_RULES.filter((rule) => rules.has(rule))
  return overridable.length > 0 && overridable.length === rules.size ? overridable : null
}

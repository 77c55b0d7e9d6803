import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PercentProblem } from './read-percent.ts'

export const PERCENT_PROBLEM_TEXTS: Record<PercentProblem, MessageDescriptor> = {
  unreadable: msg`Enter a percentage, such as 9.975.`,
  'too-many-decimals': msg`Use at most 3 decimals.`,
  'too-large': msg`Enter at most 100.`,
}

import { IMPORT_PROBLEMS, type ImportProblem } from '@frontdesk/contract/rules'
import { errorCode } from '../../lib/error-code.ts'

/** Why a file cannot be read; undefined for other failures. */
export function problemOf(error: unknown): ImportProblem | undefined {
  if (errorCode(error) !== 'ImportUnreadable' || !(error instanceof Error) || !('data' in error)) return undefined
  const { data } = error
  const reason = typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined
  return IMPORT_PROBLEMS.find((each) => each === reason)
}

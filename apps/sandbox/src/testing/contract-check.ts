import type { ValidateFunction } from 'ajv'

export interface ContractCheck {
  /** False when the published specification is missing; nothing is checked then. */
  isAvailable: boolean
  /** Number of requests checked against the specification. */
  count: () => number
  /** Throws with all violations, or when no request was checked at all. */
  assertNoViolations(): void
}

/** Stands in for the check when the published specification is missing. */
export function skippedContractCheck(provider: string, why: string): ContractCheck {
  console.warn(`Skipping the contract check of ${provider}: ${why}`)
  return { isAvailable: false, count: () => 0, assertNoViolations: () => undefined }
}

/** Collects the violations of a provider's specification by requests and responses. */
export function collectViolations(provider: string) {
  const violations = new Set<string>()
  let count = 0
  const check: ContractCheck = {
    isAvailable: true,
    count: () => count,
    assertNoViolations() {
      if (count === 0) throw new Error('No request reached the contract check; register it before the sandbox')
      if (violations.size > 0) throw new Error(`Violations of ${provider}'s contract:\n${[...violations].join('\n')}`)
    },
  }
  return {
    verdict: check,
    violations,
    countRequest: () => {
      count += 1
    },
    report: (where: string, isValid: ValidateFunction, value: unknown) => {
      if (isValid(value)) return
      for (const error of isValid.errors ?? [])
        violations.add(`${where}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
    },
  }
}

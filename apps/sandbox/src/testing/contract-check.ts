import type { ValidateFunction } from 'ajv'

export interface ContractCheck {
  /** False where the published specifications are absent; nothing is checked then. */
  isAvailable: boolean
  /** How many calls were held against the specification. */
  count: () => number
  /** Throws with everything that was found, and when nothing was checked at all. */
  assertKept(): void
}

/** Where the published specifications are absent. */
export function notChecked(provider: string, why: string): ContractCheck {
  console.warn(`${provider}'s contract is not checked: ${why}`)
  return { isAvailable: false, count: () => 0, assertKept: () => undefined }
}

/** Collects what calls and answers break of a provider's specification. */
export function collectViolations(provider: string) {
  const violations = new Set<string>()
  let count = 0
  const verdict: ContractCheck = {
    isAvailable: true,
    count: () => count,
    assertKept() {
      if (count === 0) throw new Error('no call reached the contract check: it must be added before the sandbox')
      if (violations.size > 0) throw new Error(`${provider}'s contract is broken:\n${[...violations].join('\n')}`)
    },
  }
  return {
    verdict,
    violations,
    countCall: () => {
      count += 1
    },
    report: (where: string, isValid: ValidateFunction, value: unknown) => {
      if (isValid(value)) return
      for (const error of isValid.errors ?? [])
        violations.add(`${where}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
    },
  }
}

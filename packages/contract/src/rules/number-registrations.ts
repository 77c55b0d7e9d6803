/** How a number is registered with US carriers (A2P 10DLC). */
export const REGISTRATION_STATUSES = [
  'registered',
  'in-review',
  'refused',
  'not-registered',
  'not-required',
  'unknown',
] as const
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number]

/** Status of a business's registration, the worst first. */
export const APPLICATION_STATUSES = ['Failed', 'Not Registered', 'In Review', 'Active'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

const APPLICATION_STATUS: Partial<Record<RegistrationStatus, ApplicationStatus>> = {
  refused: 'Failed',
  'not-registered': 'Not Registered',
  'in-review': 'In Review',
  registered: 'Active',
}

/** The worst status of a business's numbers; null if none is known. */
export function applicationStatus(statuses: readonly RegistrationStatus[]): ApplicationStatus | null {
  const present = new Set(statuses.map((status) => APPLICATION_STATUS[status]))
  return APPLICATION_STATUSES.find((status) => present.has(status)) ?? null
}

/** https://www.fcc.gov/consumers/guides/what-toll-free-number-and-how-does-it-work */
const TOLL_FREE_CODES = new Set(['800', '833', '844', '855', '866', '877', '888'])

/**
 * Whether US carriers require a registration (A2P 10DLC) for texts from a number in E.164: from all of North America.
 */
export const needsRegistration = (e164: string): boolean => e164.startsWith('+1')

/** Toll-free numbers are verified in another way. */
export const isTollFree = (e164: string): boolean => e164.startsWith('+1') && TOLL_FREE_CODES.has(e164.slice(2, 5))

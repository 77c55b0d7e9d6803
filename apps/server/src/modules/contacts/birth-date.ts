import { invalidInput } from '../../platform/paging.ts'

/** Throws for a birth date in the future. */
export function assertBirthDate(birthDate: string | null, now: string): void {
  if (birthDate && Temporal.PlainDate.compare(birthDate, now.slice(0, 10)) > 0)
    throw invalidInput('birthDate', 'A birth date cannot be in the future')
}

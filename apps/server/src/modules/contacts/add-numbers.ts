import type { Contact } from '@frontdesk/contract/api'
import { CONTACT_PHONES_MAX, NUMBER_PROBLEMS, readPhone } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { addFurtherNumbers } from '../contact-rows/index.ts'
import { findContactByPhone, phonesOf } from './access.ts'

interface TypedNumber {
  phone: string
  /** Of a number in national format. */
  countryCode?: string | undefined
}

const isServed = (country: string | null) => country === 'US' || country === 'CA'

/** Text around a number means that it is not one, though a library may find one in it. */
const readTyped = ({ phone, countryCode }: TypedNumber) =>
  /\p{L}/u.test(phone) ? null : readPhone(phone, countryCode ?? 'US')

/** The number of a contact in E.164, or null if it is not a valid number of the US or Canada. */
export function readContactPhone(number: TypedNumber): string | null {
  const read = readTyped(number)
  return read?.isValid && isServed(read.country) ? read.phone : null
}

/** The number in E.164. The error names the one that is not valid. */
export function requireContactPhone(number: TypedNumber): string {
  const phone = readContactPhone(number)
  if (phone) return phone
  const problem = readTyped(number)?.isValid ? NUMBER_PROBLEMS.elsewhere : NUMBER_PROBLEMS.unknown
  throw new AppError(problem.code, { phone: number.phone }, problem.message)
}

/** Refuses numbers that are landlines by an earlier lookup: they get no texts. */
export async function assertNoLandlines(tx: TenantTx, phones: readonly string[]): Promise<void> {
  const landline = await tx
    .selectFrom('numberLookups')
    .where('tenantId', '=', tx.tenantId)
    .where('phoneNumber', 'in', phones)
    .where('lineType', '=', 'landline')
    .limit(1)
    .select('phoneNumber as phone')
    .executeTakeFirst()
  if (landline) throw new AppError('PhoneNumberLandline', landline)
}

/** A number belongs to one contact. One that the actor cannot see keeps it, without being shown. */
export const contactExists = async (tx: TenantTx, actor: Actor, phone: string): Promise<AppError> =>
  new AppError('ContactExists', { contact: (await findContactByPhone(tx, actor, phone)) ?? null, phone })

/** Adds numbers that no contact has to a locked contact. */
export async function addNumbers(
  tx: TenantTx,
  actor: Actor,
  contact: Contact,
  { phones, at }: { phones: readonly string[]; at: string },
): Promise<void> {
  if (phonesOf(contact).length + phones.length > CONTACT_PHONES_MAX) throw new AppError('ContactTooLarge')
  const numbers = phones.map((phone) => ({ mainId: contact.id, phone }))
  const stored = new Set(await addFurtherNumbers(tx, { userId: actor.userId, at }, numbers))
  const taken = numbers.find((number) => !stored.has(number))
  if (taken) throw await contactExists(tx, actor, taken.phone)
}

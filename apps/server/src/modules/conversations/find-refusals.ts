import { NUMBER_PROBLEMS, numberProblem, phoneCountry } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findCachedLookups } from '../phone-numbers/index.ts'
import type { NumberPair } from './insert-conversations.ts'

/** Refuses to start a conversation with a number of a country that we do not text. */
export function findCountryRefusal(contactPhone: string): AppError | null {
  const country = phoneCountry(contactPhone)
  return country === 'US' || country === 'CA' ? null : new AppError('PhoneNumberInexistent')
}

/**
 * Refuses to start conversations with numbers that the carrier has reported as invalid, by contact's number. Existing
 * ones still open.
 */
export async function findLookupRefusals(
  tx: TenantTx,
  pairs: readonly NumberPair[],
  at: string,
): Promise<Map<string, AppError>> {
  const lookups = await findCachedLookups(
    tx,
    pairs.map(({ contactPhone }) => contactPhone),
    at,
  )
  const refusals = new Map<string, AppError>()
  for (const { contactPhone, tenantPhone } of pairs) {
    const lookup = lookups.get(contactPhone)
    const problem =
      lookup &&
      numberProblem({
        valid: lookup.isValid,
        country_code: lookup.countryCode,
        phone_number: contactPhone,
        line_type_intelligence: { type: lookup.lineType },
        isLookedUp: true,
      })
    if (!problem) continue
    const { rows: threads } = await sql`
      select from conversations c where c.tenant_id = ${tx.tenantId} and c.contact_phone = ${contactPhone} and c.tenant_phone = ${tenantPhone}
      union all
      select from merged_conversations v
      where v.tenant_id = ${tx.tenantId} and v.contact_phone = ${contactPhone} and v.tenant_phone = ${tenantPhone}`.execute(
      tx,
    )
    const { code, message } = NUMBER_PROBLEMS[problem]
    if (threads.length === 0) refusals.set(contactPhone, new AppError(code, { problem }, message))
  }
  return refusals
}

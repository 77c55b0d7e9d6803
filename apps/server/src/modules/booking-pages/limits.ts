import type pg from 'pg'
import { networkOf } from '../../platform/http/caller-address.ts'
import { createLimits } from '../../platform/limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** SMS pumping fraud goes through blocks of numbers, which differ only in their last digits. */
const BLOCK_DIGITS = 3

/** Limits on what people without a login can do, by the network they come from and the number they enter. */
export interface PageLimits {
  countRead: (address: string) => Promise<void>
  /** Counts a picture; a page may have hundreds of them. */
  countPicture: (address: string) => Promise<void>
  /** Counts a held time, so that nobody takes all of them. */
  countHold: (address: string) => Promise<void>
  /** Counts a code before it is texted. */
  countCode: (code: { tenantId: string; phone: string; address: string }) => Promise<void>
  /** Counts a change of a visit by its contact. */
  countChange: (bookingId: string) => Promise<void>
}

export function createPageLimits(pool: pg.Pool): PageLimits {
  const limit = createLimits(pool)
  // An office, and many phones of a carrier, share one IPv4 address: https://www.rfc-editor.org/rfc/rfc6598. Someone
  // who books reads about ten times.
  const reads = limit('page-reads', 3000, 10 * MINUTE)
  const pictures = limit('page-pictures', 30_000, 10 * MINUTE)
  const holds = limit('page-holds', 40, 30 * MINUTE)
  const codesPerAddress = limit('page-codes-address', 20, HOUR)
  const codesPerNumber = limit('page-codes-number', 5, HOUR)
  const codesPerBlock = limit('page-codes-block', 20, HOUR)
  const codesPerTenant = limit('page-codes-tenant', 300, HOUR)
  const changes = limit('page-changes', 20, HOUR)
  return {
    countRead: (address) => reads.count(networkOf(address)),
    countPicture: (address) => pictures.count(networkOf(address)),
    countHold: (address) => holds.count(networkOf(address)),
    countCode: async ({ tenantId, phone, address }) => {
      await codesPerAddress.count(networkOf(address))
      await codesPerNumber.count(phone)
      await codesPerBlock.count(phone.slice(0, -BLOCK_DIGITS))
      await codesPerTenant.count(tenantId)
    },
    countChange: (bookingId) => changes.count(bookingId),
  }
}

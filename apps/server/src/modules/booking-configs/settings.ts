import { BookingConfigs } from '@frontdesk/contract/api'
import { DEFAULT_BOOKING_CONFIGS, PHONE_COUNTRIES } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { changeSetting, readSetting, type SettingKind } from '../settings/index.ts'

const BOOKING_CONFIGS: SettingKind<Omit<BookingConfigs, 'version'>> = {
  key: 'bookings',
  schema: BookingConfigs.omit({ version: true }),
  fallback: DEFAULT_BOOKING_CONFIGS,
}

/** Addresses that one business can have used. */
const SLUGS_MAX = 20

export const readBookingConfigs = (tx: TenantTx): Promise<BookingConfigs> => readSetting(tx, BOOKING_CONFIGS)

type Changes = { [Key in keyof BookingConfigs]?: BookingConfigs[Key] | undefined }

/** Saves settings. An address of the booking page belongs to the business that saved it first. */
export async function saveBookingConfigs(
  tx: TenantTx,
  actor: Actor,
  { version: expected, ...changes }: Changes,
): Promise<BookingConfigs> {
  const { page } = changes
  if (page?.isOnline && page.slug === '') throw invalidInput('page.slug', 'Choose an address first')
  if (page && !page.countries.every((country) => PHONE_COUNTRIES.includes(country)))
    throw invalidInput('page.countries', 'Not a country')
  if (page && page.slug !== '') await claimSlug(tx, page.slug)
  return changeSetting(tx, actor, BOOKING_CONFIGS, { changes, expected, subject: 'bookings', auditSubject: 'Bookings' })
}

async function claimSlug(tx: TenantTx, slug: string): Promise<void> {
  await tx
    .insertInto('directory.bookingSlugs')
    .values({ slug, tenantId: tx.tenantId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const slugs = await tx
    .selectFrom('directory.bookingSlugs')
    .where('tenantId', '=', tx.tenantId)
    .select('slug')
    .execute()
  if (!slugs.some((row) => row.slug === slug)) throw new AppError('SlugTaken')
  if (slugs.length > SLUGS_MAX) throw invalidInput('page.slug', 'Too many addresses were used')
}

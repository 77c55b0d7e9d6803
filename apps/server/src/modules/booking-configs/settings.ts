import { BookingConfigs } from '@frontdesk/contract/api'
import { DEFAULT_BOOKING_CONFIGS } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { changeSetting, readSetting, type SettingKind } from '../settings/index.ts'

const BOOKING_CONFIGS: SettingKind<Omit<BookingConfigs, 'version'>> = {
  key: 'bookings',
  schema: BookingConfigs.omit({ version: true }),
  fallback: DEFAULT_BOOKING_CONFIGS,
}

export const readBookingConfigs = (tx: TenantTx): Promise<BookingConfigs> => readSetting(tx, BOOKING_CONFIGS)

type Changes = { [Key in keyof BookingConfigs]?: BookingConfigs[Key] | undefined }

export const saveBookingConfigs = (
  tx: TenantTx,
  actor: Actor,
  { version: expected, ...changes }: Changes,
): Promise<BookingConfigs> =>
  changeSetting(tx, actor, BOOKING_CONFIGS, { changes, expected, subject: 'bookings', auditSubject: 'Bookings' })

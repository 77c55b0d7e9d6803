import { AfterHours, type BusinessHours, type OpenSpan } from '@frontdesk/contract/api'
import { DEFAULT_AFTER_HOURS_MESSAGE } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { listLocations } from '../locations/index.ts'

export type HoursValue = Pick<BusinessHours, 'week' | 'exceptions' | 'afterHours'>

const CLOSED_WEEK: BusinessHours['week'] = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
}

const nineToFive: OpenSpan[] = [{ opens: '09:00', closes: '17:00' }]

/** Default hours on the settings screen; they have no effect until saved. */
const DEFAULT_HOURS: HoursValue = {
  week: {
    ...CLOSED_WEEK,
    monday: nineToFive,
    tuesday: nineToFive,
    wednesday: nineToFive,
    thursday: nineToFive,
    friday: nineToFive,
  },
  exceptions: [],
  afterHours: { isEnabled: false, message: DEFAULT_AFTER_HOURS_MESSAGE },
}

export const toBusinessHours = (
  location: { id: string; timeZone: string },
  row: Pick<Row<'businessHours'>, 'value' | 'version'> | undefined,
): BusinessHours => {
  const { week, exceptions, afterHours } = row?.value ?? DEFAULT_HOURS
  return {
    locationID: location.id,
    timeZone: location.timeZone,
    isSet: row !== undefined,
    week: { ...CLOSED_WEEK, ...week },
    exceptions,
    afterHours: AfterHours.parse(afterHours),
    version: row?.version ?? 0,
  }
}

/** Lists the hours of the actor's locations. */
export async function listBusinessHours(tx: TenantTx, actor: Actor): Promise<BusinessHours[]> {
  const [locations, rows] = await Promise.all([
    listLocations(tx, actor),
    tx
      .selectFrom('businessHours')
      .where('tenantId', '=', tx.tenantId)
      .select(['locationId', 'value', 'version'])
      .limit(1000)
      .execute(),
  ])
  const byLocation = new Map(rows.map((row) => [row.locationId, row]))
  return locations.map((location) => toBusinessHours(location, byLocation.get(location.id)))
}

export const findHoursRow = (tx: TenantTx, locationId: string) =>
  tx
    .selectFrom('businessHours')
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', locationId)
    .select(['value', 'version'])
    .executeTakeFirst()

/** Finds the saved hours of a location; undefined if none were saved. */
export async function findBusinessHours(
  tx: TenantTx,
  location: { id: string; timeZone: string },
): Promise<BusinessHours | undefined> {
  const row = await findHoursRow(tx, location.id)
  return row && toBusinessHours(location, row)
}

import type { LegalHoliday } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const HOLIDAY_TEXTS: Record<LegalHoliday, MessageDescriptor> = {
  'new-years-day': msg`New Year’s Day`,
  'martin-luther-king-day': msg`Martin Luther King Jr. Day`,
  'washingtons-birthday': msg`Presidents’ Day`,
  'mardi-gras': msg`Mardi Gras`,
  'good-friday': msg`Good Friday`,
  'confederate-memorial-day': msg`Confederate Memorial Day`,
  'rhode-island-independence-day': msg`Rhode Island Independence Day`,
  'memorial-day': msg`Memorial Day`,
  'jefferson-davis-birthday': msg`Jefferson Davis’ Birthday`,
  'flag-day': msg`Flag Day`,
  juneteenth: msg`Juneteenth`,
  'independence-day': msg`Independence Day`,
  'pioneer-day': msg`Pioneer Day`,
  'victory-day': msg`Victory Day`,
  'labor-day': msg`Labor Day`,
  'columbus-day': msg`Columbus Day`,
  'election-day': msg`Election Day`,
  'veterans-day': msg`Veterans Day`,
  thanksgiving: msg`Thanksgiving`,
  'day-after-thanksgiving': msg`the day after Thanksgiving`,
  'rosa-parks-day': msg`Rosa Parks Day`,
  'christmas-day': msg`Christmas Day`,
}

/** Why someone is not texted yet, with the name of the holiday. */
export const holidayReason = (name: string): MessageDescriptor =>
  msg`Their state doesn’t allow marketing texts on legal holidays: ${name}.`

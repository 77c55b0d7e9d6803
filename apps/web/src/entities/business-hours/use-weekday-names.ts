import type { Weekday } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'

export function useWeekdayNames(): Record<Weekday, string> {
  const { t } = useLingui()
  return {
    monday: t`Monday`,
    tuesday: t`Tuesday`,
    wednesday: t`Wednesday`,
    thursday: t`Thursday`,
    friday: t`Friday`,
    saturday: t`Saturday`,
    sunday: t`Sunday`,
  }
}

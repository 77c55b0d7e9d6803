import type { ScheduledMessage, StopReason } from '@frontdesk/contract'
import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { clock, dayKey, fullDate, longWeekday } from '../../lib/time.ts'
import { GATE_REASON_TEXTS } from './delivery-texts.ts'

const STOP_TEXTS: Record<StopReason, MessageDescriptor> = {
  ...GATE_REASON_TEXTS,
  'too-late': msg`Not sent: its time passed while Frontdesk was not running. Send it still?`,
}

/** Why it waits for a person. */
export const stopText = ({ reasons }: ScheduledMessage): string =>
  reasons.map((reason) => i18n._(STOP_TEXTS[reason])).join(' ')

/** A moment to come, as people say it: Today 3:40 PM, Tomorrow 9:00 AM, Friday 9:00 AM, Dec 4, 2026 9:00 AM. */
export function useMomentText(): (at: string, zone: string) => string {
  const { t } = useLingui()
  return (at, zone) => {
    const time = clock(at, zone)
    const now = Temporal.Now.zonedDateTimeISO(zone)
    const inDays = (days: number) => now.add({ days }).toPlainDate().toString()
    const day = dayKey(at, zone)
    if (day === inDays(0)) return t`Today ${time}`
    if (day === inDays(1)) return t`Tomorrow ${time}`
    const date = day > inDays(0) && day < inDays(7) ? longWeekday(at, zone) : fullDate(at, zone)
    return `${date} ${time}`
  }
}

import type { Presence } from '@frontdesk/contract'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { clock, dayDistance, fullDate } from '../../lib/time.ts'

/** "Active now", "Away", "Last seen today at 3:40 PM". */
export function presenceText(person: Presence, zone: string): string {
  if (person.isActive) return i18n._(msg`Active now`)
  if (person.session) return i18n._(msg`Away`)
  if (!person.lastSeen) return i18n._(msg`Not here yet`)
  const at = clock(person.lastSeen, zone)
  const distance = dayDistance(person.lastSeen, zone)
  if (distance === 'today') return i18n._(msg`Last seen today at ${at}`)
  if (distance === 'yesterday') return i18n._(msg`Last seen yesterday at ${at}`)
  const date = fullDate(person.lastSeen, zone)
  return i18n._(msg`Last seen ${date}`)
}

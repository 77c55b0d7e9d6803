import { RESOURCE_KINDS, type ResourceKind } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useBookingResources } from '../../entities/booking-resource/queries.ts'
import { useBookingServices } from '../../entities/booking-service/queries.ts'
import { longDurationText } from '../../lib/duration-text.ts'
import { isLength, noticeMinutes, type ServiceValues } from './service-values.ts'

const listOf = (parts: string[], type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat(document.documentElement.lang || 'en', { type }).format(parts)

/** Sentences that explain the values of a service. Values that cannot be saved yet are left out. */
export function useServiceSummary(values: ServiceValues): string[] {
  const { t } = useLingui()
  const resources = useBookingResources()
  const services = useBookingServices()
  const lengths = values.durations.filter(isLength).map(longDurationText)
  const before = values.bufferBeforeMinutes ?? 0
  const after = values.bufferAfterMinutes ?? 0
  const notice = noticeMinutes(values)
  const days = values.horizonDays
  const chosen = resources.filter(({ id }) => values.resourceIDs.includes(id))
  const who = RESOURCE_KINDS.map((kind) => providersText(kind, chosen)).filter((text) => text !== null)

  const sentences: string[] = []
  if (lengths.length > 0) {
    const takes = listOf(lengths, 'disjunction')
    const [beforeText, afterText] = [longDurationText(before), longDurationText(after)]
    if (before > 0 && after > 0) sentences.push(t`Takes ${takes}, with ${beforeText} before and ${afterText} after it.`)
    else if (before > 0) sentences.push(t`Takes ${takes}, with ${beforeText} before it.`)
    else if (after > 0) sentences.push(t`Takes ${takes}, with ${afterText} after it.`)
    else sentences.push(t`Takes ${takes}.`)
  }
  if (days !== null) {
    const ahead = plural(days, { one: '# day', other: '# days' })
    if (notice === 0) sentences.push(t`Can be booked up to the last minute, and up to ${ahead} ahead.`)
    else if (notice !== null) sentences.push(t`Can be booked from ${longDurationText(notice)} to ${ahead} ahead.`)
  }
  sentences.push(
    values.stepMinutes === 15 ? t`Starts every quarter hour.` : t`Starts on the hour and on the half hour.`,
  )
  sentences.push(
    who.length > 0
      ? t`Each visit takes ${listOf(who, 'conjunction')}.`
      : t`It can’t be booked yet: choose who or what provides it.`,
  )
  if (values.isGroup && values.seats !== null) sentences.push(t`Up to ${values.seats} people share each session.`)
  if (values.dayMax !== null)
    sentences.push(
      plural(values.dayMax, {
        one: 'At most # booking a day at each location.',
        other: 'At most # bookings a day at each location.',
      }),
    )
  if (values.personMax !== null)
    sentences.push(
      plural(values.personMax, {
        one: 'Each person can have # upcoming booking of it.',
        other: 'Each person can have # upcoming bookings of it.',
      }),
    )
  for (const { serviceID, gapMinutes } of values.followOns) {
    const following = services.find(({ id }) => id === serviceID)?.name
    if (following === undefined) continue
    sentences.push(
      gapMinutes
        ? t`${following} follows after ${longDurationText(gapMinutes)}.`
        : t`${following} follows right after it.`,
    )
  }
  return sentences
}

/** The resources of one kind that a visit takes: Ana, or one of 3 teammates. */
function providersText(kind: ResourceKind, chosen: readonly { kind: ResourceKind; name: string }[]): string | null {
  const names = chosen.filter((resource) => resource.kind === kind).map(({ name }) => name)
  const count = names.length
  if (count <= 1) return names[0] ?? null
  switch (kind) {
    case 'teammate':
      return plural(count, { other: 'one of # teammates' })
    case 'room':
      return plural(count, { other: 'one of # rooms' })
    case 'equipment':
      return plural(count, { other: 'one of # pieces of equipment' })
  }
}

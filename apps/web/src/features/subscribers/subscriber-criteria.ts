import type { SubscriberCriteria } from '@frontdesk/contract/api'
import { type ContactListContext, type SubscriberSearch, splitList, splitWords } from '@frontdesk/contract/rules'

/** The filters of the URL as those of a request. The location chosen for all lists replaces the filter. */
export function toSubscriberCriteria(
  { q, location, tag, source, from, until }: SubscriberSearch,
  { locationId, zone }: ContactListContext,
): SubscriberCriteria {
  const startOf = (date: string, days: number) =>
    Temporal.PlainDate.from(date).add({ days }).toZonedDateTime(zone).toInstant().toString()
  const locationIDs = locationId === null ? splitList(location) : [locationId]
  const tags = splitWords(tag)
  return {
    ...(q && { searchTerm: q }),
    ...(locationIDs.length > 0 && { locationIDs }),
    ...(tags.length > 0 && { tagsSearch: tags }),
    ...(source && { sources: [source] }),
    ...(from && { joinedFromUtc: startOf(from, 0) }),
    ...(until && { joinedBeforeUtc: startOf(until, 1) }),
  }
}

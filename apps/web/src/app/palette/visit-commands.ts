import { useLingui } from '@lingui/react/macro'
import { IconCalendarEvent, IconCalendarPlus, IconClockOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { servicesText } from '../../entities/booking/booking-texts.ts'
import { visitsFound } from '../../entities/booking/queries.ts'
import { useBookingResources } from '../../entities/booking-resource/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useStore } from '../../lib/create-store.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { momentLabel } from '../../lib/time.ts'
import { openModal } from '../../ui/modal/modals.ts'
import type { Command } from './commands.ts'

/** Visits of the people that are searched for; none while nothing is. */
export function useVisitCommands(searched: string, isSearched: boolean): Command[] {
  const locationId = useStore(chosenLocation)
  const visits = useQuery({ ...visitsFound(searched, locationId), enabled: isSearched }).data ?? []
  if (!isSearched) return []
  return visits.flatMap(({ id, contact, items, startsOnUtc, timeZone }) =>
    contact === null
      ? []
      : [
          {
            key: `visit-${id}`,
            label: `${contact.name || phoneText(contact.phone)} · ${servicesText({ items })}`,
            hint: momentLabel(startsOnUtc, timeZone),
            icon: IconCalendarEvent,
            run: () => openModal('booking', { id }),
          },
        ],
  )
}

/** Commands that add something to the calendar; none while an owner views as a teammate. */
export function useBookingActions(): Command[] {
  const { t } = useLingui()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const ownResource = useBookingResources().find(({ isOwn, isArchived }) => isOwn && !isArchived)
  if (isViewingAs) return []
  return [
    {
      key: 'book',
      label: t`Book a visit`,
      words: t`appointment booking calendar new`,
      icon: IconCalendarPlus,
      run: () => openModal('book', {}),
    },
    ...(ownResource
      ? [
          {
            key: 'block-time',
            label: t`Block my time`,
            words: t`appointment booking calendar busy away`,
            icon: IconClockOff,
            run: () => openModal('block-time', { resource: ownResource }),
          },
        ]
      : []),
  ]
}

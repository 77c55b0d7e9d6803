import type { BookingService, Conversation } from '@frontdesk/contract/api'
import { BOOKING_PAGE_PATH } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nextFreeTimes } from '../../entities/booking/next-free-times.ts'
import { bookingConfigsQuery } from '../../entities/booking-configs/queries.ts'
import { isOfferedAt, useBookingServices } from '../../entities/booking-service/queries.ts'
import { useTimeZone } from '../../entities/location/queries.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

interface Props {
  conversation: Conversation
  onSelect: (text: string) => void
}

/** Books a visit for the contact, or writes free times or the address of the booking page into the message. */
export function BookingMenu({ conversation, onSelect }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const [isOpen, setIsOpen] = useState(true)
  const { contact, attributes, contactAccess } = conversation
  const { locationID } = attributes
  const zone = useTimeZone(locationID)
  const services = useBookingServices().filter((service) => isOfferedAt(service, locationID))
  const page = useQuery(bookingConfigsQuery).data?.page
  const offer = async ({ id, name }: BookingService) => {
    const times = await nextFreeTimes(cache, { serviceID: id, locationID, zone })
    if (times.length === 0)
      showToast({
        id: `no time for ${id}`,
        kind: 'news',
        title: t`No free time`,
        text: t`${name} is fully booked for two weeks.`,
      })
    else onSelect(t`We have these times for ${name}: ${times.join('; ')}. Which one suits you?`)
  }
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="top-start" shadow="md" trapFocus>
      <Menu.Target>
        <ActionIcon aria-label={t`Bookings`}>
          <IconCalendarEvent size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {contactAccess !== 'hidden' && (
          <Menu.Item onClick={() => openModal('book', { contact, locationID })}>
            <Trans>Book a visit</Trans>
          </Menu.Item>
        )}
        {page?.isOnline && (
          <Menu.Item onClick={() => onSelect(location.origin + BOOKING_PAGE_PATH + page.slug)}>
            <Trans>Insert the booking page</Trans>
          </Menu.Item>
        )}
        {services.length > 0 && (
          <Menu.Label>
            <Trans>Offer free times for</Trans>
          </Menu.Label>
        )}
        {services.slice(0, 8).map((service) => (
          <Menu.Item key={service.id} onClick={() => void offer(service).catch(showFailure)}>
            {service.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

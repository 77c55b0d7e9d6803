import type { Conversation } from '@frontdesk/contract/api'
import { BOOKING_PAGE_PATH } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bookingConfigsQuery } from '../../entities/booking-configs/queries.ts'
import { openModal } from '../../ui/modal/modals.ts'

interface Props {
  conversation: Conversation
  onSelect: (text: string) => void
}

/** Books a visit for the contact, texts them free times, or writes the address of the booking page into the message. */
export function BookingMenu({ conversation, onSelect }: Props) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(true)
  const { contact, attributes, contactAccess } = conversation
  const { locationID } = attributes
  const page = useQuery(bookingConfigsQuery).data?.page
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="top-start" shadow="md" trapFocus>
      <Menu.Target>
        <ActionIcon aria-label={t`Bookings`}>
          <IconCalendarEvent size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {contactAccess !== 'hidden' && (
          <>
            <Menu.Item onClick={() => openModal('book', { contact, locationID })}>
              <Trans>Book a visit</Trans>
            </Menu.Item>
            <Menu.Item onClick={() => openModal('offer-times', { conversation })}>
              <Trans>Offer times by text</Trans>
            </Menu.Item>
          </>
        )}
        {page?.isOnline && (
          <Menu.Item onClick={() => onSelect(location.origin + BOOKING_PAGE_PATH + page.slug)}>
            <Trans>Insert the booking page</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

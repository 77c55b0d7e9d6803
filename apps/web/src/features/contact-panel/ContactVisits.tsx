import type { Contact } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconCalendarPlus, IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { STATUS_TEXTS, servicesText } from '../../entities/booking/booking-texts.ts'
import { NoShowNote } from '../../entities/booking/NoShowNote.tsx'
import { visitsOfContact } from '../../entities/booking/queries.ts'
import { waitlistQuery } from '../../entities/booking-waitlist/queries.ts'
import { usePreferencesText } from '../../entities/booking-waitlist/use-preferences-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { momentLabel } from '../../lib/time.ts'
import { openModal } from '../../ui/modal/modals.ts'
import detailsClasses from './ContactDetails.module.css'
import classes from './PanelSections.module.css'

/** The latest visits of a contact, with a button to book one. */
export function ContactVisits({ contact }: { contact: Pick<Contact, 'id' | 'name' | 'phone'> }) {
  const { i18n } = useLingui()
  const visits = useQuery(visitsOfContact(contact.id)).data ?? []
  const waiting = useQuery(waitlistQuery({ contactID: contact.id })).data ?? []
  const preferencesText = usePreferencesText()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  return (
    <>
      <NoShowNote contactID={contact.id} />
      {visits.length === 0 ? (
        <p className={classes.soft}>
          <Trans>No visits yet</Trans>
        </p>
      ) : (
        <ul className={detailsClasses.conversations}>
          {visits.map((visit) => (
            <li key={visit.id}>
              <button type="button" className={classes.visit} onClick={() => openModal('booking', { id: visit.id })}>
                <span>{servicesText(visit)}</span>
                <span className={classes.soft}>
                  {momentLabel(visit.startsOnUtc, visit.timeZone)} · {i18n._(STATUS_TEXTS[visit.status])}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {waiting.map(({ id, services, preferences }) => {
        const serviceNames = services.map(({ name }) => name).join(' + ')
        return (
          <p key={id} className={classes.soft}>
            <Trans>On the waitlist: {serviceNames}</Trans>
            {preferences && `, ${preferencesText(preferences)}`}
          </p>
        )
      })}
      {!isViewingAs && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCalendarPlus size={16} />}
            onClick={() => openModal('book', { contact })}
          >
            <Trans>Book a visit</Trans>
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconHourglass size={16} />}
            onClick={() => openModal('add-to-waitlist', { contact })}
          >
            <Trans>Add to the waitlist</Trans>
          </Button>
        </Group>
      )}
    </>
  )
}

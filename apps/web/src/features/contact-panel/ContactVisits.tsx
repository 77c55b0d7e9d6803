import type { Contact } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { STATUS_TEXTS, servicesText } from '../../entities/booking/booking-texts.ts'
import { visitsOfContact } from '../../entities/booking/queries.ts'
import { useSession } from '../../lib/session/session.ts'
import { momentIn } from '../../lib/time.ts'
import { openModal } from '../../ui/modal/modals.ts'
import detailsClasses from './ContactDetails.module.css'
import classes from './PanelSections.module.css'

/** The latest visits of a contact, with a button to book one. */
export function ContactVisits({ contact }: { contact: Pick<Contact, 'id' | 'name' | 'phone'> }) {
  const { i18n } = useLingui()
  const visits = useQuery(visitsOfContact(contact.id)).data ?? []
  const isViewingAs = Boolean(useSession()?.viewingAs)
  return (
    <>
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
                  {momentIn(visit.startsOnUtc, visit.timeZone)} · {i18n._(STATUS_TEXTS[visit.status])}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isViewingAs && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCalendarPlus size={16} />}
          onClick={() => openModal('book', { contact })}
        >
          <Trans>Book a visit</Trans>
        </Button>
      )}
    </>
  )
}

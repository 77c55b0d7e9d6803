import type { Contact } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { visitsOfContact } from '../../entities/booking/queries.ts'
import { contactActivities, contactConsent, contactSummary } from '../../entities/contact/queries.ts'
import { contactMedia } from '../../entities/contact/timeline.ts'
import { paymentsOfContact } from '../../entities/payment/queries.ts'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { LoadingRows } from '../../ui/state/LoadingRows.tsx'
import { Activities } from './Activities.tsx'
import { ConsentSection } from './ConsentSection.tsx'
import { ContactNotes } from './ContactNotes.tsx'
import { ContactPayments } from './ContactPayments.tsx'
import { ContactVisits } from './ContactVisits.tsx'
import { CustomFields } from './CustomFields.tsx'
import { LabelsField } from './LabelsField.tsx'
import { MediaGallery } from './MediaGallery.tsx'
import classes from './PanelSections.module.css'
import { contactNotes } from './queries.ts'
import { SummaryText } from './SummaryText.tsx'
import { TagsField } from './TagsField.tsx'
import type { ListedOn } from './use-contact-list.ts'

interface Props {
  contact: ListedOn & Pick<Contact, 'name' | 'phone'>
  /** The newest conversation with the contact. */
  sid: string | null
  zone: string
}

/** The parts of the side panel below the contact's data: labels, tags, notes, files and activities. */
export function PanelSections({ contact, sid, zone }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const mayEdit = can(me, 'contacts_edit') && !isViewingAs
  const managed = useManagedKinds()
  const hasPayments = managed.requests || managed.estimates
  const payments = useQuery({ ...paymentsOfContact(contact.id, managed), enabled: hasPayments })
  // Shown together: appearing one by one, each would push the ones below it down.
  const isLoading =
    [
      useQuery(contactNotes(contact.id)),
      useQuery(contactConsent(contact.id)),
      useQuery(contactSummary(contact.id)),
      useQuery(visitsOfContact(contact.id)),
      useInfiniteQuery(contactMedia(contact.id)),
      useInfiniteQuery(contactActivities(contact.id, 'all')),
    ].some(({ isPending }) => isPending) || payments.isLoading
  return (
    <div className={classes.root}>
      <CustomFields contactId={contact.id} />
      <section aria-label={t`Labels and tags`} className={classes.section}>
        <h3 className={classes.title}>
          <Trans>Labels</Trans>
        </h3>
        <LabelsField contact={contact} sid={sid} mayEdit={mayEdit} />
        <h3 className={classes.title}>
          <Trans>Tags</Trans>
        </h3>
        <TagsField contact={contact} sid={sid} mayEdit={mayEdit} />
      </section>
      {isLoading ? (
        <LoadingRows count={3} />
      ) : (
        <>
          <Section title={t`Visits`}>
            <ContactVisits contact={contact} />
          </Section>
          {hasPayments && (
            <Section title={t`Payments`}>
              <ContactPayments contact={contact} sid={sid} />
            </Section>
          )}
          <Section title={t`Notes`}>
            <ContactNotes contactId={contact.id} zone={zone} mayEdit={mayEdit} />
          </Section>
          <Section title={t`Consent`}>
            <ConsentSection contact={contact} mayEdit={mayEdit} />
          </Section>
          {sid && (
            <Section title={t`Media files`}>
              <MediaGallery contactId={contact.id} />
            </Section>
          )}
          <Section title={t`Activities`}>
            <SummaryText contactId={contact.id} />
            <Activities contactId={contact.id} zone={zone} />
          </Section>
        </>
      )}
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className={classes.section}>
    <h3 className={classes.title}>{title}</h3>
    {children}
  </section>
)

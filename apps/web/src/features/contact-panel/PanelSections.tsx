import type { Conversation } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { LoadingRows } from '../../ui/state/LoadingRows.tsx'
import { Activities } from './Activities.tsx'
import { ContactNotes } from './ContactNotes.tsx'
import { LabelsField } from './LabelsField.tsx'
import { MediaGallery } from './MediaGallery.tsx'
import classes from './PanelSections.module.css'
import { activitiesOf, contactNotes, mediaOf } from './queries.ts'
import { TagsField } from './TagsField.tsx'

/** The parts of the side panel below the contact's data: labels, tags, notes, files and activities. */
export function PanelSections({ conversation, zone }: { conversation: Conversation; zone: string }) {
  const { t } = useLingui()
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const mayEdit = can(me, 'contacts_edit') && !isViewingAs
  // Shown together: appearing one by one, each would push the ones below it down.
  const isLoading = [
    useQuery(contactNotes(conversation.contact.id)).isPending,
    useInfiniteQuery(mediaOf(conversation.sid)).isPending,
    useInfiniteQuery(activitiesOf(conversation.sid)).isPending,
  ].some(Boolean)
  const props = { conversation, zone, mayEdit }
  return (
    <div className={classes.root}>
      <section aria-label={t`Labels and tags`} className={classes.section}>
        <h3 className={classes.title}>
          <Trans>Labels</Trans>
        </h3>
        <LabelsField {...props} />
        <h3 className={classes.title}>
          <Trans>Tags</Trans>
        </h3>
        <TagsField {...props} />
      </section>
      {isLoading ? (
        <LoadingRows count={3} />
      ) : (
        <>
          <Section title={t`Notes`}>
            <ContactNotes {...props} />
          </Section>
          <Section title={t`Media files`}>
            <MediaGallery {...props} />
          </Section>
          <Section title={t`Activities`}>
            <Activities {...props} />
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

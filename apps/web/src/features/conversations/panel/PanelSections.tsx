import { type Conversation, can } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSession } from '../../../lib/session/session.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { activitiesOf, contactNotes, mediaOf } from '../queries.ts'
import { Activities } from './Activities.tsx'
import { ContactNotes } from './ContactNotes.tsx'
import { LabelsField } from './LabelsField.tsx'
import { MediaGallery } from './MediaGallery.tsx'
import classes from './PanelSections.module.css'
import { TagsField } from './TagsField.tsx'

/** What the side panel knows beside the facts: labels, tags, notes, files and what was done. */
export function PanelSections({ conversation, zone }: { conversation: Conversation; zone: string }) {
  const { t } = useLingui()
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const mayEdit = can(me, 'contacts_edit') && !isViewingAs
  // They come together: one after the other, each would push those below it down.
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
          <section aria-label={t`Notes`} className={classes.section}>
            <h3 className={classes.title}>
              <Trans>Notes</Trans>
            </h3>
            <ContactNotes {...props} />
          </section>
          <section aria-label={t`Media files`} className={classes.section}>
            <h3 className={classes.title}>
              <Trans>Media files</Trans>
            </h3>
            <MediaGallery {...props} />
          </section>
          <section aria-label={t`Activities`} className={classes.section}>
            <h3 className={classes.title}>
              <Trans>Activities</Trans>
            </h3>
            <Activities {...props} />
          </section>
        </>
      )}
    </div>
  )
}

import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { contactMessages } from '../../entities/contact/timeline.ts'
import { useUpdateText } from '../../entities/message/update-text.ts'
import { clock, exact, fullDate } from '../../lib/time.ts'
import { ShowMore } from '../../ui/list/PagedList.tsx'
import { FailedState } from '../../ui/state/FailedState.tsx'
import classes from './PanelSections.module.css'

interface Props {
  contactId: string
  /** When the contact was added. */
  createdOnUtc: string
  zone: string
}

/** The updates of all conversations with a contact, newest first, down to when the contact was added. */
export function Activities({ contactId, createdOnUtc, zone }: Props) {
  const updateText = useUpdateText()
  const activities = useInfiniteQuery(contactMessages(contactId, 'update'))
  if (activities.isPending) return null
  if (activities.isError && !activities.data)
    return <FailedState error={activities.error} onRetry={() => void activities.refetch()} />
  const items = activities.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <ol className={classes.activities}>
        {items.map(
          ({ sid, author, dateCreated, attributes }) =>
            attributes.type === 'update' && (
              <li key={sid} className={classes.activity}>
                {updateText(attributes.update, author)}
                <When at={dateCreated} zone={zone} />
              </li>
            ),
        )}
        {!activities.hasNextPage && (
          <li className={classes.activity}>
            <Trans>Contact added</Trans>
            <When at={createdOnUtc} zone={zone} />
          </li>
        )}
      </ol>
      <ShowMore query={activities} />
    </>
  )
}

const When = ({ at, zone }: { at: string; zone: string }) => (
  <time className={classes.when} dateTime={at} title={exact(at, zone)}>
    {fullDate(at)}, {clock(at)}
  </time>
)

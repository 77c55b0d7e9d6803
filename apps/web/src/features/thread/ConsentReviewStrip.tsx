import { can } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { consentReviewsQuery } from '../../entities/consent/queries.ts'
import { ReviewButtons } from '../../entities/consent/ReviewButtons.tsx'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { useIsSettled } from '../../lib/use-is-settled.ts'
import classes from './ThreadStrip.module.css'

interface Props {
  conversationSid: string
}

/** Asks whether a text in the conversation was a request for no more texts. */
export function ConsentReviewStrip({ conversationSid }: Props) {
  const { data } = useInfiniteQuery({ ...consentReviewsQuery, enabled: useIsSettled() })
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const mayDecide = can(useMe(), 'contacts_edit') && !isViewingAs
  const review = data?.pages
    .flatMap(({ items }) => items)
    .find(({ conversation }) => conversation.sid === conversationSid)
  if (!review) return null
  const { sid, body } = review.message
  return (
    <div className={classes.root} data-kind="review">
      <IconMessageQuestion size={15} aria-hidden="true" />
      <span className={classes.text}>
        <Trans>
          This may be a request to stop texts: “<span dir="auto">{body}</span>”. Until someone decides, they get no
          marketing texts.
        </Trans>
      </span>
      {mayDecide && <ReviewButtons key={sid} sid={sid} size="compact-xs" />}
    </div>
  )
}

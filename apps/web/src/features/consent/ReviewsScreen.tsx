import type { ConsentReview } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMessageCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consentReviewsQuery } from '../../entities/consent/queries.ts'
import { ReviewButtons } from '../../entities/consent/ReviewButtons.tsx'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { moment } from '../../lib/time.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { PagedList } from '../../ui/list/PagedList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import classes from './ReviewsScreen.module.css'

/** Texts that may ask for no more texts, to opt their senders out or to dismiss. */
export function ReviewsScreen() {
  const { t } = useLingui()
  return (
    <PageLayout
      title={t`Possible opt-outs`}
      text={t`Texts that may be requests to stop. Their senders get no marketing texts until someone decides.`}
      actions={
        <Button variant="default" component={Link} to="/contacts">
          <Trans>Back to contacts</Trans>
        </Button>
      }
    >
      <PagedList
        query={useInfiniteQuery(consentReviewsQuery)}
        items={({ items }) => items}
        itemKey={({ message }) => message.sid}
        label={t`Possible opt-outs`}
        className={classes.list}
        empty={
          <EmptyState
            icon={<IconMessageCheck size={28} stroke={1.5} />}
            title={t`Nothing to decide`}
            text={t`Texts that may be requests to stop show up here.`}
          />
        }
        row={(review) => <Review review={review} />}
      />
    </PageLayout>
  )
}

function Review({ review: { message, conversation } }: { review: ConsentReview }) {
  const isViewingAs = Boolean(useSession()?.viewingAs)
  return (
    <li className={classes.review}>
      <div className={classes.who}>
        <Link to="/conversations/$sid" params={{ sid: conversation.sid }} className={classes.name}>
          {conversation.friendlyName || phoneText(conversation.phoneNumber)}
        </Link>
        <time className={classes.soft} dateTime={message.dateCreated}>
          {moment(message.dateCreated)}
        </time>
      </div>
      <blockquote className={classes.text} dir="auto">
        {message.body}
      </blockquote>
      {!isViewingAs && (
        <div className={classes.actions}>
          <ReviewButtons sid={message.sid} size="xs" />
        </div>
      )}
    </li>
  )
}

import type { Contact, ContactDuplicate } from '@frontdesk/contract/api'
import type { DuplicateReason } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import { IconArrowMerge, IconUserCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { duplicatesQuery } from '../../entities/contact/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { fullDate } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { PagedList } from '../../ui/list/PagedList.tsx'
import { openModal } from '../../ui/modal/modals.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { showToast, UNDO_MS } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './DuplicatesScreen.module.css'

/** Pairs that fill a screen. */
const FIRST_SCREEN = 10

const keyOf = ({ contacts: [first, second] }: ContactDuplicate) => `${first.id} ${second.id}`

/** Pairs of contacts that may be the same person, to merge or to dismiss. */
export function DuplicatesScreen() {
  const { t } = useLingui()
  const query = useInfiniteQuery(duplicatesQuery)
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const count = data?.pages.reduce((sum, { duplicates }) => sum + duplicates.length, 0) ?? 0
  const isShort = hasNextPage && count < FIRST_SCREEN
  // Where duplicates are rare, pages can be empty: load until the screen is filled.
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])
  return (
    <PageLayout
      title={t`Possible duplicates`}
      text={t`Contacts with the same email, or the same name and location or birthday.`}
      actions={
        <Button variant="default" component={Link} to="/contacts">
          <Trans>Back to contacts</Trans>
        </Button>
      }
    >
      <PagedList
        query={query}
        items={({ duplicates }) => duplicates}
        itemKey={keyOf}
        label={t`Possible duplicates`}
        className={classes.list}
        empty={
          <EmptyState
            icon={<IconUserCheck size={28} stroke={1.5} />}
            title={t`No duplicates found`}
            text={t`Contacts that may be the same person show up here.`}
          />
        }
        row={(duplicate) => <Pair duplicate={duplicate} />}
      />
    </PageLayout>
  )
}

function Pair({ duplicate }: { duplicate: ContactDuplicate }) {
  const { t } = useLingui()
  const dismiss = useDismiss()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const [first, second] = duplicate.contacts
  const reasons: Record<DuplicateReason, string> = {
    email: t`Same email`,
    'name-and-location': t`Same name and location`,
    'name-and-birth-date': t`Same name and birthday`,
  }
  return (
    <li className={classes.pair}>
      <div className={classes.contacts}>
        <Side contact={first} />
        <Side contact={second} />
      </div>
      <div className={classes.actions}>
        {duplicate.reasons.map((reason) => (
          <Badge key={reason} color="gray" variant="light" tt="none">
            {reasons[reason]}
          </Badge>
        ))}
        <span className={classes.space} />
        {!isViewingAs && (
          <>
            <Button size="xs" variant="default" onClick={() => void dismiss(duplicate)}>
              <Trans>Not the same person</Trans>
            </Button>
            <Button
              size="xs"
              leftSection={<IconArrowMerge size={14} />}
              onClick={() => openModal('merge-contacts', { contact: first, other: second })}
            >
              <Trans>Merge…</Trans>
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

function Side({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const location = useLocations().find(({ id }) => id === contact.locationID)
  return (
    <div className={classes.side}>
      <Avatar name={contact.name} colorKey={contact.id} size={32} />
      <div className={classes.who}>
        <Link to="/contacts/$id" params={{ id: contact.id }} className={classes.name}>
          {contactName(contact)}
        </Link>
        <span className={classes.soft}>
          {[contact.phones.map(({ phone }) => phoneText(phone)).join(', '), contact.emails.join(', ')]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={classes.soft}>
          {[location?.name, t`Contact since ${fullDate(contact.createdOnUtc)}`].filter(Boolean).join(' · ')}
        </span>
      </div>
    </div>
  )
}

/** Stores that two contacts are not the same person, and offers to undo it. */
function useDismiss() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  return async ({ contacts: [first, second] }: ContactDuplicate) => {
    const set = (isDismissed: boolean) =>
      api.contactDuplicates
        .dismiss({ firstID: first.id, secondID: second.id, isDismissed })
        .then(() => cache.invalidateQueries({ queryKey: duplicatesQuery.queryKey }))
    try {
      await set(true)
      showToast({
        id: `dismissed ${first.id} ${second.id}`,
        kind: 'news',
        title: t`Not the same person`,
        text: t`${contactName(first)} and ${contactName(second)} won’t be suggested again.`,
        shownMs: UNDO_MS,
        action: { label: t`Undo`, run: () => void set(false).catch(showFailure) },
      })
    } catch (error) {
      void showFailure(error)
    }
  }
}

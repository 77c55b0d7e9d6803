import { can, FILTER_KEYS, type InboxSearch } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFirstDay } from '../../../entities/first-day/queries.ts'
import { phoneNumbersQuery } from '../../../entities/phone-number/queries.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { useIsPhone } from '../../../ui/layout/use-viewport.ts'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { InboxZero } from './InboxZero.tsx'

interface Props {
  search: InboxSearch
  onSearch: (search: InboxSearch) => void
  /** False for people who may not start a conversation. */
  onNew: (() => void) | false
}

/** Says why the list is empty, and what to do about it. */
export function EmptyList({ search, onSearch, onNew }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const isPhone = useIsPhone()
  const numbers = useQuery(phoneNumbersQuery)
  const hasChecklist = useFirstDay() !== null && !isPhone
  const icon = <IconInbox size={28} stroke={1.5} />
  const narrowing = (['unread', ...FILTER_KEYS] as const).filter((key) => search[key] !== undefined)
  const showAll = (
    <Button variant="default" size="xs" onClick={() => onSearch(search.tab ? { tab: search.tab } : {})}>
      <Trans>Show all conversations</Trans>
    </Button>
  )
  if (search.q) {
    return (
      <EmptyState
        icon={icon}
        title={t`No results`}
        text={t`No conversation matches “${search.q}” here.`}
        action={
          <Button variant="default" size="xs" onClick={() => onSearch({ ...search, find: undefined })}>
            <Trans>Search everything</Trans>
          </Button>
        }
      />
    )
  }
  if (narrowing.length > 0) {
    // With several filters it is unknown which one excludes everything.
    const only = narrowing.length === 1 ? narrowing[0] : null
    if (only === 'unread' || only === 'waiting') {
      return (
        <EmptyState
          icon={<IconCircleCheck size={28} stroke={1.5} />}
          title={only === 'unread' ? t`You’re all caught up` : t`No one is waiting for a reply`}
          text={only === 'unread' ? t`Every message has been read.` : t`Every contact has a reply.`}
          action={showAll}
        />
      )
    }
    return (
      <EmptyState
        icon={icon}
        title={only === 'snoozed' ? t`Nothing snoozed` : t`No conversations`}
        text={
          only === 'snoozed'
            ? t`Snoozed conversations wait here until it’s time or the contact replies.`
            : only === 'folder'
              ? t`This folder is empty.`
              : only === 'to' && search.to === 'me'
                ? t`Conversations assigned to you appear here.`
                : only === 'to' && search.to === 'none'
                  ? t`Every open conversation has an assignee.`
                  : t`No conversation matches these filters.`
        }
        action={showAll}
      />
    )
  }
  if (search.tab === 'closed') {
    return (
      <EmptyState
        icon={icon}
        title={t`Nothing closed yet`}
        text={t`Conversations you close are kept here. A new text reopens them.`}
      />
    )
  }
  if (numbers.data?.length === 0) {
    const maySetUp = can(me, 'admin_manage_settings')
    return (
      <EmptyState
        icon={icon}
        title={t`No phone number yet`}
        text={
          maySetUp
            ? t`Get a number for your business to start texting.`
            : t`Ask an owner of your business to add one in Settings.`
        }
        action={
          maySetUp && (
            // The checklist beside the list has the primary button.
            <Button
              size="xs"
              variant={hasChecklist ? 'default' : 'filled'}
              component={Link}
              to="/settings/frontdesk-phone-numbers"
            >
              <Trans>Add a phone number</Trans>
            </Button>
          )
        }
      />
    )
  }
  // On a wider screen the empty pane shows the rest.
  if (!isPhone) return <EmptyState icon={icon} title={t`No open conversations`} />
  return <InboxZero onSearch={onSearch} onNew={onNew} />
}

import { can, conversationRules, FILTER_KEYS, type InboxSearch } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ourNumbersQuery } from '../../lib/our-numbers.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

interface Props {
  search: InboxSearch
  onSearch: (search: InboxSearch) => void
  /** False for who may not write first. */
  onNew: (() => void) | false
}

/** Says why there is nothing, and what to do about it. */
export function EmptyList({ search, onSearch, onNew }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const numbers = useQuery(ourNumbersQuery)
  const icon = <IconInbox size={28} stroke={1.5} />
  const narrowing = (['unread', ...FILTER_KEYS] as const).filter((key) => search[key] !== undefined)
  if (search.q || narrowing.length > 0) {
    // Of several nobody knows which one leaves nothing.
    const only = narrowing.length === 1 ? narrowing[0] : null
    return (
      <EmptyState
        icon={icon}
        title={
          search.q ? t`Nobody found` : only === 'unread' || only === 'waiting' ? t`Nobody is waiting` : t`Nothing here`
        }
        text={
          search.q
            ? t`No conversation matches “${search.q}” here.`
            : only === 'unread'
              ? t`Every message has been read.`
              : only === 'waiting'
                ? t`Everybody has been answered.`
                : only === 'snoozed'
                  ? t`Conversations you snooze wait here for their hour.`
                  : t`No conversation fits these filters.`
        }
        action={
          search.q ? (
            <>
              {search.tab !== 'all' && (
                <Button size="xs" m={4} onClick={() => onSearch({ ...search, tab: 'all' })}>
                  {search.tab === 'closed' ? (
                    <Trans>Search open ones too</Trans>
                  ) : (
                    <Trans>Search closed ones too</Trans>
                  )}
                </Button>
              )}
              <Button variant="default" size="xs" m={4} onClick={() => onSearch({ ...search, find: 'messages' })}>
                <Trans>Search messages</Trans>
              </Button>
              <ShowAll search={search} onSearch={onSearch} />
            </>
          ) : (
            <ShowAll search={search} onSearch={onSearch} />
          )
        }
      />
    )
  }
  if (search.tab === 'closed') {
    return <EmptyState icon={icon} title={t`Nothing closed yet`} text={t`Conversations you close are kept here.`} />
  }
  if (numbers.data?.length === 0) {
    const maySetUp = can(me, 'admin_manage_settings')
    return (
      <EmptyState
        icon={icon}
        title={t`No phone number yet`}
        text={
          maySetUp
            ? t`Texts arrive once your business has a number.`
            : t`An owner of your business can add one in the settings.`
        }
        action={
          maySetUp && (
            <Button size="xs" component={Link} to="/settings/frontdesk-phone-numbers">
              <Trans>Add a phone number</Trans>
            </Button>
          )
        }
      />
    )
  }
  return (
    <EmptyState
      icon={icon}
      title={t`No open conversations`}
      text={`${
        conversationRules.seeOwnOnly(me)
          ? t`Conversations that are assigned to you stand here.`
          : t`Texts to your numbers arrive here.`
      }${onNew ? ` ${t`You can also write first.`}` : ''}`}
      action={
        onNew && (
          <Button size="xs" onClick={onNew}>
            <Trans>New message</Trans>
          </Button>
        )
      }
    />
  )
}

function ShowAll({ search, onSearch }: Omit<Props, 'onNew'>) {
  return (
    <Button variant="default" size="xs" onClick={() => onSearch(search.tab ? { tab: search.tab } : {})}>
      <Trans>Show all</Trans>
    </Button>
  )
}

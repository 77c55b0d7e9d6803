import { conversationRules, type InboxSearch } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { conversationStats } from '../../../entities/conversation/queries.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { useListContext } from '../list-context.ts'

interface Props {
  onSearch: (search: InboxSearch) => void
  /** False for people who may not start a conversation. */
  onNew: (() => void) | false
}

/** Shown when the list has no open conversation: what was done, what comes back later, and what to do next. */
export function InboxZero({ onSearch, onNew }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const { locationId } = useListContext()
  const stats = useQuery(conversationStats(locationId ? [locationId] : undefined)).data
  const snoozed = stats?.totalSnoozed ?? 0
  const isFirstDay = stats !== undefined && stats.totalClosed === 0 && snoozed === 0
  return (
    <EmptyState
      icon={<IconCircleCheck size={40} stroke={1.25} />}
      title={isFirstDay ? t`No conversations yet` : t`You’re all caught up`}
      text={
        <>
          {conversationRules.seeOwnOnly(me) ? (
            <Trans>Conversations assigned to you appear here.</Trans>
          ) : onNew ? (
            <Trans>New texts show up here. Or start a conversation yourself.</Trans>
          ) : (
            <Trans>New texts show up here.</Trans>
          )}
          {snoozed > 0 && (
            <>
              {' '}
              <Plural
                value={snoozed}
                one="# snoozed conversation comes back later."
                other="# snoozed conversations come back later."
              />
            </>
          )}
        </>
      }
      action={
        <>
          {onNew && (
            <Button size="xs" m={4} onClick={onNew}>
              <Trans>New message</Trans>
            </Button>
          )}
          {snoozed > 0 && (
            <Button size="xs" m={4} variant="default" onClick={() => onSearch({ snoozed: true })}>
              <Trans>View snoozed</Trans>
            </Button>
          )}
          {!isFirstDay && (
            <Button size="xs" m={4} variant="default" onClick={() => onSearch({ tab: 'closed' })}>
              <Trans>View closed</Trans>
            </Button>
          )}
        </>
      }
    />
  )
}

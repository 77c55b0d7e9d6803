import { type BlockedNumber, can } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBan, IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settingKey } from '../../entities/setting/setting-key.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { fullDate } from '../../lib/time.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import rowClasses from '../../ui/Rows.module.css'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import classes from './BlockedNumbersScreen.module.css'
import { BlockNumberModal } from './BlockNumberModal.tsx'
import { blockedNumbersQuery } from './queries.ts'

export function BlockedNumbersScreen() {
  const { t } = useLingui()
  const [isAdding, setIsAdding] = useState(false)
  if (!can(useMe(), 'admin_manage_settings')) return <ForbiddenScreen permission="admin_manage_settings" />
  return (
    <PageLayout
      title={t`Blocked numbers`}
      text={t`You can’t text blocked numbers, and their texts arrive silently.`}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
          <Trans>Block a number</Trans>
        </Button>
      }
    >
      <Numbers />
      {isAdding && <BlockNumberModal onClose={() => setIsAdding(false)} />}
    </PageLayout>
  )
}

function Numbers() {
  const { t } = useLingui()
  const [term, setTerm] = useState('')
  const [wanted] = useDebouncedValue(term.trim(), 250)
  const list = useInfiniteQuery(blockedNumbersQuery(wanted))
  const numbers = list.data?.pages.flatMap(({ data }) => data.blockedNumbers) ?? []
  if (list.isPending) return <LoadingRows count={3} />
  if (list.isError) return <FailedState error={list.error} onRetry={() => void list.refetch()} />
  if (numbers.length === 0 && wanted === '' && term === '') {
    return (
      <EmptyState
        icon={<IconBan size={28} stroke={1.5} />}
        title={t`No blocked numbers`}
        text={t`Block a number here or from a conversation’s menu.`}
      />
    )
  }
  return (
    <>
      <TextInput
        type="search"
        mb="sm"
        placeholder={t`Search name or number`}
        aria-label={t`Search name or number`}
        leftSection={<IconSearch size={15} />}
        maxLength={120}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      {numbers.length === 0 ? (
        <EmptyState title={t`No results`} text={t`Try another name or fewer digits.`} />
      ) : (
        <ul className={rowClasses.list}>
          {numbers.map((number) => (
            <Row key={number.phoneNumber} number={number} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          mt="sm"
          variant="default"
          size="xs"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}

function Row({ number }: { number: BlockedNumber }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const { phoneNumber, contactName, blockedBy, blockedOnUtc } = number
  const phone = phoneText(phoneNumber)
  const unblocking = useMutation({
    mutationFn: () => api.blockedNumbers.unblock({ phoneNumber }),
    onSuccess: () => cache.invalidateQueries({ queryKey: settingKey('blocked-numbers') }),
    onError: showFailure,
  })
  return (
    <li className={rowClasses.row}>
      <div className={rowClasses.what}>
        <div className={classes.phone}>{phone}</div>
        <div className={rowClasses.soft}>
          {contactName && `${contactName} · `}
          <Trans>
            blocked by {blockedBy}, {fullDate(blockedOnUtc)}
          </Trans>
        </div>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t`Unblock ${phone}`}
        loading={unblocking.isPending}
        onClick={() => unblocking.mutate()}
      >
        <Trans>Unblock</Trans>
      </Button>
    </li>
  )
}

import type { BlockedNumber } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBan, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settingKey } from '../../entities/setting/setting-key.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { fullDate } from '../../lib/time.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { FilterBar, ListSearch } from '../../ui/list/FilterBar.tsx'
import { PagedList } from '../../ui/list/PagedList.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
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
  const [search] = useDebouncedValue(term.trim(), 250)
  const list = useInfiniteQuery(blockedNumbersQuery(search))
  const isSearching = search !== '' || term !== ''
  const isEmpty = list.data?.pages[0]?.data.blockedNumbers.length === 0
  return (
    <>
      {list.data && (isSearching || !isEmpty) && (
        <FilterBar>
          <ListSearch label={t`Search name or number`} value={term} onChange={setTerm} />
        </FilterBar>
      )}
      <PagedList
        query={list}
        items={({ data }) => data.blockedNumbers}
        itemKey={({ phoneNumber }) => phoneNumber}
        row={(number) => <Row number={number} />}
        rows={3}
        className={rowClasses.list}
        empty={
          isSearching ? (
            <EmptyState title={t`No results`} text={t`Try another name or fewer digits.`} />
          ) : (
            <EmptyState
              icon={<IconBan size={28} stroke={1.5} />}
              title={t`No blocked numbers`}
              text={t`Block a number here or from a conversation’s menu.`}
            />
          )
        }
      />
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

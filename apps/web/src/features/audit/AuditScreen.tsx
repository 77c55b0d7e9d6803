import type { AuditEntry, AuditFilter } from '@frontdesk/contract/api'
import { AUDIT_ACTIONS, type AuditAction, can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { clock, exact, fullDate, readerZone } from '../../lib/time.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { Paging } from '../../ui/list/Paging.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import type { Column } from '../../ui/table/column-layout.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './AuditScreen.module.css'
import { detailTexts, subjectText } from './audit-details.ts'
import { actionText } from './audit-texts.ts'
import { auditActorsQuery, auditLog, pageSizeHere } from './queries.ts'

interface Chosen {
  action: AuditAction | null
  actorUserID: string | null
  from: string
  until: string
}

const ALL: Chosen = { action: null, actorUserID: null, from: '', until: '' }

/** Days are in the reader's time zone; the last day is inclusive. */
const startOf = (day: string, later = 0) =>
  Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(readerZone).toInstant().toString()

const toFilter = ({ action, actorUserID, from, until }: Chosen): AuditFilter => ({
  ...(action && { actions: [action] }),
  ...(actorUserID && { actorUserID }),
  ...(from && { startDateTimeUTC: startOf(from) }),
  ...(until && { endDateTimeUTC: startOf(until, 1) }),
})

export function AuditScreen() {
  if (!can(useMe(), 'admin_manage_settings')) return <ForbiddenScreen permission="admin_manage_settings" />
  return <Log />
}

function Log() {
  const { t } = useLingui()
  const onError = useFailureToast()
  const gate = useTrialGate()
  const [chosen, setChosen] = useState(ALL)
  const choose = (change: Partial<Chosen>) => setChosen((before) => ({ ...before, ...change }))
  const filter = toFilter(chosen)
  const actors = useQuery(auditActorsQuery)
  const exporting = useMutation({
    mutationFn: () => api.audit.export(filter),
    onSuccess: ({ data }) => location.assign(data.url),
    onError,
  })
  return (
    <PageLayout
      isWide
      title={t`Audit log`}
      text={t`Who did what, and when. Entries can’t be changed or deleted.`}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={exporting.isPending}
          onClick={() => gate('export', () => exporting.mutate())}
        >
          <Trans>Export as CSV</Trans>
        </Button>
      }
    >
      <Entries
        filter={filter}
        isNarrowed={chosen !== ALL}
        toolbar={
          <FilterBar label={t`Filter the log`}>
            <Select
              label={t`Teammate`}
              placeholder={t`Everyone`}
              clearable
              clearButtonProps={{ 'aria-label': t`Everyone` }}
              searchable
              data={(actors.data ?? []).map(({ userID, displayName }) => ({ value: userID, label: displayName }))}
              value={chosen.actorUserID}
              onChange={(actorUserID) => choose({ actorUserID })}
            />
            <Select
              label={t`Action`}
              placeholder={t`All actions`}
              clearable
              clearButtonProps={{ 'aria-label': t`All actions` }}
              searchable
              data={AUDIT_ACTIONS.map((action) => ({ value: action, label: actionText(action) }))}
              value={chosen.action}
              onChange={(action) => choose({ action: action as AuditAction | null })}
            />
            <DateInput
              label={t`From`}
              isClearable
              max={chosen.until}
              value={chosen.from}
              onChange={(from) => choose({ from })}
            />
            <DateInput
              label={t`Until`}
              isClearable
              min={chosen.from}
              value={chosen.until}
              onChange={(until) => choose({ until })}
            />
          </FilterBar>
        }
      />
    </PageLayout>
  )
}

function Entries({ filter, isNarrowed, toolbar }: { filter: AuditFilter; isNarrowed: boolean; toolbar: ReactNode }) {
  const { t } = useLingui()
  const pageSize = useStore(pageSizeHere)
  const log = useInfiniteQuery(auditLog(filter, pageSize))
  const columns = useAuditColumns()
  return (
    <>
      <DataTable
        name="audit"
        label={t`Audit log`}
        columns={columns}
        query={log}
        rows={({ pages }) => pages.flatMap(({ entries }) => entries)}
        rowKey={({ id }) => id}
        placeholderRows={6}
        toolbar={toolbar}
        empty={
          <EmptyState
            icon={<IconHistory size={28} stroke={1.5} />}
            title={isNarrowed ? t`No results` : t`Nothing here yet`}
            text={
              isNarrowed
                ? t`Try a wider date range or fewer filters.`
                : t`Sign-ins, changed settings, exports, and deletions show up here.`
            }
          />
        }
      />
      {log.data?.pages[0]?.entries.length !== 0 && (
        <Paging query={log} label={t`Entries per page`} size={pageSize} onSize={pageSizeHere.set} />
      )}
    </>
  )
}

function useAuditColumns(): Column<AuditEntry>[] {
  const { t } = useLingui()
  return [
    {
      key: 'at',
      title: t`When`,
      width: 172,
      isFixed: true,
      cell: ({ createdOnUtc }) => (
        <time className={classes.soft} dateTime={createdOnUtc} title={exact(createdOnUtc)}>
          {fullDate(createdOnUtc)}, {clock(createdOnUtc)}
        </time>
      ),
    },
    { key: 'actor', title: t`Teammate`, width: 126, cell: ({ actorName }) => <strong>{actorName}</strong> },
    { key: 'action', title: t`Action`, width: 166, cell: ({ action }) => actionText(action) },
    {
      key: 'subject',
      title: t`About`,
      width: 132,
      cell: (entry) => (entry.subject === entry.actorName ? null : subjectText(entry)),
    },
    {
      key: 'details',
      title: t`Details`,
      width: 146,
      grows: true,
      cell: (entry) => detailTexts(entry).join(' · ') || null,
    },
    { key: 'address', title: t`IP address`, width: 106, cell: ({ address }) => address },
  ]
}

import type { AuditEntry, AuditFilter } from '@frontdesk/contract/api'
import { AUDIT_ACTIONS, type AuditAction, can, PAGE_SIZE_OPTIONS } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { clock, exact, fullDate, readerZone } from '../../lib/time.ts'
import { DateInput } from '../../ui/DateInput.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import rowClasses from '../../ui/Rows.module.css'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
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
      <search className={classes.filters} aria-label={t`Filter the log`}>
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
      </search>
      <Entries filter={filter} isNarrowed={chosen !== ALL} />
    </PageLayout>
  )
}

function Entries({ filter, isNarrowed }: { filter: AuditFilter; isNarrowed: boolean }) {
  const { t } = useLingui()
  const pageSize = useStore(pageSizeHere)
  const log = useInfiniteQuery(auditLog(filter, pageSize))
  return (
    <QueryState query={log} rows={6}>
      {(data) => {
        const entries = data.pages.flatMap((page) => page.entries)
        if (entries.length === 0) {
          return (
            <EmptyState
              icon={<IconHistory size={28} stroke={1.5} />}
              title={isNarrowed ? t`No results` : t`Nothing here yet`}
              text={
                isNarrowed
                  ? t`Try a wider date range or fewer filters.`
                  : t`Sign-ins, changed settings, exports, and deletions show up here.`
              }
            />
          )
        }
        return (
          <>
            <ul className={rowClasses.list} aria-label={t`Audit log`}>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
            <div className={classes.paging}>
              {log.hasNextPage && (
                <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                  <Trans>Show older</Trans>
                </Button>
              )}
              <Select
                w={150}
                ml="auto"
                aria-label={t`Entries per page`}
                allowDeselect={false}
                value={String(pageSize)}
                onChange={(size) => size && pageSizeHere.set(Number(size))}
                data={PAGE_SIZE_OPTIONS.map((size) => ({ value: String(size), label: t`${size} per page` }))}
              />
            </div>
          </>
        )
      }}
    </QueryState>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { createdOnUtc: at, actorName, action, subject, address } = entry
  const details = detailTexts(entry)
  if (address) details.push(address)
  return (
    <li className={classes.entry}>
      <time className={classes.soft} dateTime={at} title={exact(at)}>
        {fullDate(at)}, {clock(at)}
      </time>
      <div className={classes.what}>
        <div>
          <strong>{actorName}</strong> · {actionText(action)}
          {subject !== actorName && <> · {subjectText(entry)}</>}
        </div>
        {details.length > 0 && <div className={classes.soft}>{details.join(' · ')}</div>}
      </div>
    </li>
  )
}

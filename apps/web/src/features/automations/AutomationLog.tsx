import type { AutomationRun } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconListDetails } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import shared from '../../entities/group/Group.module.css'
import { moment } from '../../lib/time.ts'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { ShowMore } from '../../ui/list/PagedList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import type { Column } from '../../ui/table/column-layout.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import classes from './Automations.module.css'
import { REASON_TEXTS } from './automation-texts.ts'
import { automationRuns } from './queries.ts'

/** Completed, skipped and pending runs of an automation, newest first. */
export function AutomationLog({ id }: { id: string }) {
  const { t } = useLingui()
  const runs = useInfiniteQuery(automationRuns(id))
  const columns: Column<AutomationRun>[] = [
    {
      key: 'contact',
      title: t`Conversation`,
      width: 220,
      isFixed: true,
      grows: true,
      cell: ({ conversationSid, contactName }) => (
        <Link to="/conversations/$sid" params={{ sid: conversationSid }} className={shared.name}>
          {contactName}
        </Link>
      ),
    },
    { key: 'outcome', title: t`Outcome`, width: 360, cell: (run) => <Outcome run={run} /> },
    {
      key: 'time',
      title: t`Time`,
      width: 120,
      cell: ({ state, finishedOnUtc, dueOnUtc, triggeredOnUtc }) => (
        <ShortTime at={finishedOnUtc ?? (state === 'waiting' ? dueOnUtc : triggeredOnUtc)} />
      ),
    },
  ]
  return (
    <PageSection title={t`Log`} text={t`What it did in the last 180 days, in conversations you can see.`}>
      <DataTable
        name="automation-runs"
        label={t`Log`}
        columns={columns}
        query={runs}
        rows={({ pages }) => pages.flatMap((page) => page.runs)}
        rowKey={({ id: runId }) => runId}
        placeholderRows={3}
        empty={
          <EmptyState
            icon={<IconListDetails size={28} stroke={1.5} />}
            title={t`It hasn’t run yet`}
            text={t`Each conversation it acts on shows up here, with what it did or why it didn’t.`}
          />
        }
      />
      <ShowMore query={runs} />
    </PageSection>
  )
}

function Outcome({ run: { state, reason, dueOnUtc } }: { run: AutomationRun }) {
  const { i18n } = useLingui()
  const why = reason && i18n._(REASON_TEXTS[reason])
  return (
    <span className={classes.outcome} data-state={state}>
      {state === 'done' && (why ? <Trans>Partly done: {why}</Trans> : <Trans>Done</Trans>)}
      {state === 'skipped' && (why ? <Trans>Skipped: {why}</Trans> : <Trans>Skipped</Trans>)}
      {state === 'waiting' &&
        (why ? (
          <Trans>
            Waiting until {moment(dueOnUtc)}: {why}
          </Trans>
        ) : (
          <Trans>Waiting</Trans>
        ))}
    </span>
  )
}

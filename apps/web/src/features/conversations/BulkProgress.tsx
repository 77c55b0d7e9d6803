import type { BulkAction } from '@frontdesk/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Progress } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { localValue, useLocalValue } from '../../lib/local-value.ts'
import { serverNow } from '../../lib/server-time.ts'
import { clock, longWeekday, monthDay } from '../../lib/time.ts'
import { ErrorText } from '../../ui/ErrorText.tsx'
import classes from './BulkProgress.module.css'
import { useListContext } from './list-context.ts'
import { bulkActionsQuery, putBulkAction } from './queries.ts'

const KEPT = 50
const dismissed = localValue<string[]>('frontdesk.bulk-dismissed', (stored) =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [],
)
const dismiss = (id: string) => dismissed.set([id, ...dismissed.get()].slice(0, KEPT))

/** How long the result of one that is over stands there. */
const SHOWN_MS = 10 * 60_000

/** What is going on with many conversations, and what came of it; survives leaving the page. */
export function BulkProgress({ actions }: { actions: readonly BulkAction[] }) {
  const { t } = useLingui()
  const gone = useLocalValue(dismissed)
  const shown = actions.filter(
    ({ id, state, finishedAt }) =>
      !gone.includes(id) &&
      state !== 'undone' &&
      (finishedAt === null || serverNow() - Date.parse(finishedAt) < SHOWN_MS),
  )
  if (shown.length === 0) return null
  return (
    <section className={classes.root} aria-label={t`Actions on many conversations`}>
      {shown.slice(0, 3).map((action) => (
        <One key={action.id} action={action} />
      ))}
    </section>
  )
}

function One({ action }: { action: BulkAction }) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const text = useActionText()
  const { id, state, total, done, changed, canUndo } = action
  const run = useMutation({
    mutationFn: async (what: 'stop' | 'undo') => (await api.bulkActions[what]({ id })).data,
    onSuccess: (after, what) => {
      cache.setQueryData(bulkActionsQuery.queryKey, (before) => putBulkAction(before, after))
      if (what === 'undo') void cache.invalidateQueries({ queryKey: bulkActionsQuery.queryKey })
    },
  })
  return (
    <div className={classes.one}>
      <div className={classes.line}>
        <span className={classes.text} role="status">
          {text(action)}:{' '}
          {state === 'running' ? (
            <Trans>
              {i18n.number(done)} of {i18n.number(total)}
            </Trans>
          ) : (
            <Plural value={changed} _0="nothing to change" one="# conversation" other="# conversations" />
          )}
          {state === 'stopped' && <Trans>, stopped</Trans>}
        </span>
        {state === 'running' ? (
          <Button size="compact-xs" variant="default" onClick={() => run.mutate('stop')}>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          canUndo && (
            <Button size="compact-xs" variant="default" loading={run.isPending} onClick={() => run.mutate('undo')}>
              <Trans>Undo</Trans>
            </Button>
          )
        )}
        {state !== 'running' && <CloseButton size="sm" aria-label={t`Dismiss`} onClick={() => dismiss(id)} />}
      </div>
      {state === 'running' && (
        <Progress value={total === 0 ? 0 : (100 * done) / total} size="sm" aria-label={text(action)} />
      )}
      <ErrorText error={run.error} />
    </div>
  )
}

function useActionText() {
  const { t } = useLingui()
  const { zone } = useListContext()
  return ({ change, value, isUndo }: BulkAction): string => {
    if (isUndo) return t`Put back`
    switch (change) {
      case 'close':
        return t`Closed`
      case 'open':
        return t`Reopened`
      case 'folder':
        return t`Moved to ${value}`
      case 'assign':
        return value === null ? t`Put back into the queue` : t`Assigned to ${value}`
      case 'status':
        return value === null ? t`Status removed` : t`Status ${value}`
      case 'read':
        return t`Marked read`
      case 'unread':
        return t`Marked unread`
      case 'handled':
        return t`Handled without a reply`
      case 'snooze': {
        if (value === null) return t`Snoozed until they reply`
        const when = `${longWeekday(value, zone)}, ${monthDay(value, zone)}, ${clock(value, zone)}`
        return t`Snoozed until ${when}`
      }
      case 'wake':
        return t`Woken`
      case 'block':
        return t`Blocked`
    }
  }
}

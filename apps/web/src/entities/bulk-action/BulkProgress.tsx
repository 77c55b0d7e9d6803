import type { BulkAction } from '@frontdesk/contract/api'
import {
  type BulkChange,
  type ContactBulkChange,
  type ContactSettingChange,
  isContactChange,
  isContactSettingChange,
  isPaymentChange,
  type PaymentBulkChange,
} from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Progress } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { serverNow } from '../../lib/server-time.ts'
import { storedValue } from '../../lib/stored-value.ts'
import { clock, longWeekday, monthDay } from '../../lib/time.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import classes from './BulkProgress.module.css'
import { bulkActionsQuery, putBulkAction } from './queries.ts'

const KEPT = 50
const dismissed = storedValue<string[]>('frontdesk.bulk-dismissed', (stored) =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [],
)
const dismiss = (id: string) => dismissed.set([id, ...dismissed.get()].slice(0, KEPT))

/** How long a result stays: long enough to undo it, or to read that it was undone. */
const UNDOABLE_MS = 30_000
const READ_MS = 6_000

const restOf = ({ finishedAt, canUndo }: BulkAction): number =>
  finishedAt === null
    ? Number.POSITIVE_INFINITY
    : Date.parse(finishedAt) + (canUndo ? UNDOABLE_MS : READ_MS) - serverNow()

/** Progress and result of actions on many conversations or contacts; survives leaving the page. */
export function BulkProgress({ actions }: { actions: readonly BulkAction[] }) {
  const { t } = useLingui()
  const gone = useStore(dismissed)
  const [, lookAgain] = useState(0)
  const shown = actions.filter((action) => !gone.includes(action.id) && action.state !== 'undone' && restOf(action) > 0)
  const next = Math.min(...shown.map(restOf))
  useEffect(() => {
    if (!Number.isFinite(next)) return
    const timer = setTimeout(() => lookAgain((times) => times + 1), next)
    return () => clearTimeout(timer)
  }, [next])
  if (shown.length === 0) return null
  return (
    <section className={classes.root} aria-label={t`Bulk actions`}>
      {shown.slice(0, 3).map((action) => (
        <One key={action.id} action={action} />
      ))}
    </section>
  )
}

function One({ action }: { action: BulkAction }) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const resultText = useResultText()
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
          {state === 'running' ? (
            isContactChange(action.change) ? (
              <Trans>
                {i18n.number(done)} of {i18n.number(total)} contacts…
              </Trans>
            ) : isPaymentChange(action.change) ? (
              <Trans>
                {i18n.number(done)} of {i18n.number(total)} payments…
              </Trans>
            ) : (
              <Trans>
                {i18n.number(done)} of {i18n.number(total)} conversations…
              </Trans>
            )
          ) : changed === 0 ? (
            <Trans>Nothing to change</Trans>
          ) : (
            resultText(action)
          )}
          {state === 'stopped' && <Trans>, stopped</Trans>}
        </span>
        {state === 'running'
          ? !isContactSettingChange(action.change) && (
              <Button size="compact-xs" variant="default" onClick={() => run.mutate('stop')}>
                <Trans>Stop</Trans>
              </Button>
            )
          : canUndo && (
              <Button size="compact-xs" variant="default" loading={run.isPending} onClick={() => run.mutate('undo')}>
                <Trans>Undo</Trans>
              </Button>
            )}
        {state !== 'running' && <CloseButton size="sm" aria-label={t`Dismiss`} onClick={() => dismiss(id)} />}
      </div>
      {state === 'running' && (
        <Progress value={total === 0 ? 0 : (100 * done) / total} size="sm" aria-label={t`Progress`} />
      )}
      <ErrorText error={run.error} />
    </div>
  )
}

function useResultText() {
  const ofConversations = useConversationsText()
  const ofContacts = useContactsText()
  const ofPayments = usePaymentsText()
  return (action: BulkAction): string => {
    const { change } = action
    if (isPaymentChange(change)) return ofPayments({ ...action, change })
    return isContactChange(change) ? ofContacts({ ...action, change }) : ofConversations({ ...action, change })
  }
}

function usePaymentsText() {
  const { t } = useLingui()
  return ({
    change,
    changed,
    total,
  }: Pick<BulkAction, 'changed' | 'total'> & { change: PaymentBulkChange }): string => {
    const payments = plural(changed, { one: '# payment', other: '# payments' })
    const skipped = total - changed
    const done = change === 'remind-payments' ? t`Reminded contacts of ${payments}` : t`${payments} canceled`
    return skipped > 0 ? t`${done}, ${skipped} skipped` : done
  }
}

type Result<Change> = Pick<BulkAction, 'value' | 'isUndo' | 'changed'> & { change: Change }

function useContactsText() {
  const { t } = useLingui()
  return ({ change, value, isUndo, changed }: Result<ContactBulkChange | ContactSettingChange>): string => {
    const contacts = plural(changed, { one: '# contact', other: '# contacts' })
    if (isUndo) return t`Undone for ${contacts}`
    switch (change) {
      case 'add-tags':
      case 'add-labels':
        return t`Added “${value}” to ${contacts}`
      case 'remove-tags':
      case 'remove-labels':
        return t`Removed “${value}” from ${contacts}`
      case 'rename-tags':
        return t`${contacts} now tagged “${value}”`
      case 'change-labels':
        return t`Labels updated on ${contacts}`
      case 'move':
        return t`${contacts} moved to ${value}`
      case 'delete':
        return t`${contacts} deleted`
    }
  }
}

function useConversationsText() {
  const { t } = useLingui()
  return ({ change, value, isUndo, changed }: Result<BulkChange>): string => {
    const conversations = plural(changed, { one: '# conversation', other: '# conversations' })
    if (isUndo) {
      if (change === 'close') return t`${conversations} reopened`
      if (change === 'open') return t`${conversations} closed again`
      if (change === 'snooze') return t`${conversations} unsnoozed`
      if (change === 'block') return t`${conversations} unblocked`
      return t`${conversations} restored`
    }
    switch (change) {
      case 'close':
        return t`${conversations} closed`
      case 'open':
        return t`${conversations} reopened`
      case 'folder':
        return t`${conversations} moved to ${value}`
      case 'assign':
        return value === null ? t`${conversations} unassigned` : t`${conversations} assigned to ${value}`
      case 'status':
        return value === null ? t`Status removed from ${conversations}` : t`${conversations} set to ${value}`
      case 'read':
        return t`${conversations} marked read`
      case 'unread':
        return t`${conversations} marked unread`
      case 'handled':
        return t`${conversations} marked as no reply needed`
      case 'snooze': {
        if (value === null) return t`${conversations} snoozed until they reply`
        const when = `${longWeekday(value)}, ${monthDay(value)}, ${clock(value)}`
        return t`${conversations} snoozed until ${when}`
      }
      case 'unsnooze':
        return t`${conversations} unsnoozed`
      case 'block':
        return t`${conversations} blocked`
    }
  }
}

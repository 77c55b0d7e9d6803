import type { DocumentCriteria } from '@frontdesk/contract/api'
import { can, type DocumentKind, MESSAGE_TEXT_MAX } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bulkActionsQuery, putBulkAction } from '../../entities/bulk-action/queries.ts'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import type { Selection } from '../../ui/list/selection.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { ExportModal } from './ExportModal.tsx'

interface Props {
  selection: Selection
  /** Number of matching payments; null while loading. */
  total: number | null
  /** The kinds of the selected documents. */
  kinds: ReadonlySet<DocumentKind>
  /** The filters of the list. */
  criteria: DocumentCriteria
  onDone: () => void
}

type Request = Omit<Parameters<typeof api.bulkActions.startOnPayments>[0], 'paymentIDs' | 'criteria'>

/** Actions for the selected payments, or for all that match: jobs with progress, and the export. */
export function PaymentBulkActions({ selection: { isAll, keys }, total, kinds, criteria, onDone }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const trialGate = useTrialGate()
  const [open, setOpen] = useState<'remind' | 'export' | null>(null)
  const count = isAll ? (total ?? 0) : keys.size
  const payments = plural(count, { one: '# payment', other: '# payments' })
  const chosen = isAll ? { criteria } : { paymentIDs: [...keys] }
  const start = async (request: Request) => {
    const { data } = await api.bulkActions.startOnPayments({ ...request, ...chosen })
    cache.setQueryData(bulkActionsQuery.queryKey, (before) => putBulkAction(before, data))
    onDone()
  }
  const cancel = () =>
    confirm({
      title: t`Cancel ${payments}?`,
      text: t`Drafts are deleted. Contacts no longer owe anything for the others, which stay in the list with their numbers. Anything that was already paid is skipped. This can’t be undone.`,
      confirmLabel: t`Cancel ${payments}`,
      closeLabel: t`Keep them`,
      act: () => start({ change: 'cancel-payments' }),
    })
  const onClose = () => setOpen(null)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen('remind')}>
        <Trans>Remind</Trans>
      </Button>
      {can(me, 'payments_export_reports') && (
        <Button size="compact-sm" variant="default" onClick={() => trialGate('export', () => setOpen('export'))}>
          <Trans>Export</Trans>
        </Button>
      )}
      <Button size="compact-sm" variant="default" c="var(--fd-danger)" onClick={cancel}>
        <Trans>Cancel payments</Trans>
      </Button>
      {open === 'remind' && <RemindModal {...{ payments, kinds, start, onClose }} />}
      {open === 'export' && (
        <ExportModal criteria={criteria} paymentIDs={isAll ? undefined : [...keys]} count={count} onClose={onClose} />
      )}
    </>
  )
}

interface RemindProps extends Pick<Props, 'kinds'> {
  payments: string
  start: (request: Request) => Promise<void>
  onClose: () => void
}

function RemindModal({ payments, kinds, start, onClose }: RemindProps) {
  const { t } = useLingui()
  const initial = useFirstText(kinds)
  const form = useApiForm({
    initial: { text: initial },
    rules: { text: required },
    save: ({ text }) => start({ change: 'remind-payments', text }),
  })
  return (
    <FormModal
      title={t`Send reminders about ${payments}`}
      submitLabel={t`Send reminders`}
      form={form}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          Each text goes to the newest conversation with the contact. Drafts, anything paid or canceled, and contacts
          who can’t be texted are skipped.
        </Trans>
      </Text>
      <Textarea
        label={t`Text`}
        description={t`Filled in for each contact: :amount_due:, :invoice_number:, :payment_link:, :contact_first_name:, :business_name:.`}
        data-autofocus
        autosize
        minRows={3}
        maxLength={MESSAGE_TEXT_MAX}
        {...form.text('text')}
      />
    </FormModal>
  )
}

/** Suggested text. An estimate is not due, and is approved instead of paid. */
function useFirstText(kinds: ReadonlySet<DocumentKind>): string {
  const { t } = useLingui()
  if (!kinds.has('estimate'))
    return t`Hi :contact_first_name:, this is :business_name:. A reminder that :amount_due: is still due for :invoice_number:. View and pay it here: :payment_link:`
  if (!kinds.has('request'))
    return t`Hi :contact_first_name:, this is :business_name:. A reminder that estimate :invoice_number: for :amount_due: is waiting for your approval. View and approve it here: :payment_link:`
  return t`Hi :contact_first_name:, this is :business_name:. A reminder about :invoice_number: for :amount_due:. View it here: :payment_link:`
}

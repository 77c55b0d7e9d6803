import type { DocumentCriteria } from '@frontdesk/contract/api'
import { PAYMENT_EXPORTS, type PaymentExport } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Radio, Stack, Text } from '@mantine/core'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'

interface Props {
  criteria: DocumentCriteria
  /** Exports only these; undefined: all that match. */
  paymentIDs?: string[] | undefined
  count: number
  onClose: () => void
}

const FILE_TEXTS: Record<PaymentExport, MessageDescriptor> = {
  rows: msg`Payment requests and estimates, one row each`,
  lines: msg`Their lines, one row each`,
  payouts: msg`Payouts to the bank on these days`,
}

/** Exports the matching or selected payments as a CSV file. */
export function ExportModal({ criteria, paymentIDs, count, onClose }: Props) {
  const { t, i18n } = useLingui()
  // A payout belongs to no document, so it cannot be selected.
  const hasPayouts = useManagedKinds().requests && paymentIDs === undefined
  const payments = plural(count, { one: '# payment', other: '# payments' })
  const form = useApiForm({
    initial: { file: 'rows' as PaymentExport },
    save: async ({ file }) => {
      const { data } = await api.paymentRequests.export({ file, criteria, ...(paymentIDs && { paymentIDs }) })
      location.assign(data.url)
    },
  })
  return (
    <FormModal title={t`Export report`} submitLabel={t`Export`} form={form} onClose={onClose}>
      <Text size="sm">
        {form.values.file === 'payouts' ? (
          <Trans>You get the payouts as a CSV file. The export is recorded in the audit log.</Trans>
        ) : (
          <Trans>You get {payments} as a CSV file. The export is recorded in the audit log.</Trans>
        )}
      </Text>
      <Radio.Group
        label={t`What to export`}
        value={form.values.file}
        onChange={(file) => form.set('file', PAYMENT_EXPORTS.find((each) => each === file) ?? 'rows')}
      >
        <Stack gap="xs" mt="xs">
          {PAYMENT_EXPORTS.filter((file) => file !== 'payouts' || hasPayouts).map((file) => (
            <Radio key={file} value={file} label={i18n._(FILE_TEXTS[file])} />
          ))}
        </Stack>
      </Radio.Group>
    </FormModal>
  )
}

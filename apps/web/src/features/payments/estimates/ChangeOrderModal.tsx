import type { PaymentConfigs, PaymentDetail } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAYMENTS_KEY } from '../../../entities/payment/queries.ts'
import { paymentConfigsQuery } from '../../../entities/payment-configs/queries.ts'
import { api } from '../../../lib/api.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'
import { DocumentFields } from '../writing/DocumentFields.tsx'
import {
  type DocumentContent,
  isComplete,
  mergeContent,
  newContent,
  toEstimateInput,
} from '../writing/document-content.ts'

interface Props {
  estimate: PaymentDetail
  onAdded: (id: string) => void
  onClose: () => void
}

/** Adds a change order: more lines for an approved estimate, as an estimate that the contact approves separately. */
export function ChangeOrderModal(props: Props) {
  const configs = useQuery(paymentConfigsQuery).data
  return configs ? <ChangeOrderForm {...props} configs={configs} /> : null
}

function ChangeOrderForm({ estimate, configs, onAdded, onClose }: Props & { configs: PaymentConfigs }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { id, currency, isTaxExempt, invoiceNumber } = estimate
  // Idempotency key: a retry must not add a second change order.
  const [clientDocumentId] = useState(() => crypto.randomUUID())
  const content: DocumentContent = { ...newContent(configs), isTaxExempt, deposit: null }
  const form = useApiForm({
    initial: { content },
    save: async ({ content }) => {
      const { data } = await api.paymentEstimates.addChangeOrder({
        ...{ id, clientDocumentId, ...toEstimateInput(content) },
        ...(content.date && { validUntil: content.date }),
      })
      await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
      onAdded(data.id)
    },
  })
  return (
    <FormModal
      title={t`New change order`}
      submitLabel={t`Save draft`}
      form={form}
      isDisabled={!isComplete(form.values.content, configs, 'estimate')}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          What is added to {invoiceNumber}. The contact approves it like an estimate. After that it is part of what you
          can request.
        </Trans>
      </Text>
      <DocumentFields
        kind="estimate"
        currency={currency}
        configs={configs}
        dateHint={t`Leave empty to use the default from Settings.`}
        onMerge={(change) => form.merge(mergeContent(change))}
        {...form.control('content')}
      />
    </FormModal>
  )
}

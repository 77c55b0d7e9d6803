import type { PaymentConfigs, PaymentDetail } from '@frontdesk/contract/api'
import { DOCUMENT_NOTE_MAX, DOCUMENT_TERMS_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Switch, Text, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { ShareField } from '../../entities/payment/ShareField.tsx'
import { paymentConfigsQuery } from '../../entities/payment-configs/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'
import { isFilled, newLine, totalsOf } from './document-lines.ts'
import { LineFields } from './LineFields.tsx'
import { TotalsList } from './TotalsList.tsx'

interface Props {
  payment: PaymentDetail
  /** A new version of the document, or lines that are added to an approved estimate. */
  purpose: 'edit' | 'change-order'
  onSaved: (payment: PaymentDetail) => void
  onClose: () => void
}

/** Changes what a document says, once the settings are loaded. */
export function ContentModal(props: Props) {
  const configs = useQuery(paymentConfigsQuery).data
  return configs ? <ContentForm {...props} configs={configs} /> : null
}

function ContentForm({ payment, purpose, onSaved, onClose, configs }: Props & { configs: PaymentConfigs }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [clientDocumentId] = useState(() => crypto.randomUUID())
  const isEdit = purpose === 'edit'
  const isEstimate = payment.kind === 'estimate'
  const { id, version, currency } = payment
  const taxIds = new Set(configs.taxes.map((tax) => tax.id))
  const form = useApiForm({
    initial: {
      lines: isEdit
        ? payment.lines.map(({ description, quantity, unitAmount, taxes, isOptional }, index) => ({
            ...{ key: String(index), description, quantity, unitAmount: unitAmount as number | null, isOptional },
            taxIDs: taxes.map((tax) => tax.id).filter((tax) => taxIds.has(tax)),
          }))
        : [newLine(configs)],
      discount: isEdit ? payment.discount : null,
      isTaxExempt: payment.isTaxExempt,
      note: isEdit ? payment.note : '',
      terms: isEdit ? payment.terms : configs.terms,
      date: (isEdit ? (isEstimate ? payment.validUntil : payment.dueOn) : null) ?? '',
      deposit: isEdit ? payment.deposit : null,
    },
    save: async ({ lines, date, deposit, ...values }) => {
      const content = {
        ...values,
        lines: lines.map(({ key, unitAmount, isOptional, ...line }) => ({
          ...line,
          unitAmount: unitAmount ?? 0,
          discount: (isEdit && payment.lines[Number(key)]?.discount) || null,
          ...(isEstimate && { isOptional }),
        })),
      }
      const estimate = { ...content, deposit, validUntil: date || null }
      const { data } = isEdit
        ? isEstimate
          ? await api.paymentEstimates.update({ ...estimate, id, version })
          : await api.paymentRequests.update({ ...content, id, version, dueOn: date || null })
        : await api.paymentEstimates.addChangeOrder({ ...estimate, id, clientDocumentId })
      void cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
      onSaved(data)
    },
  })
  const { values } = form
  const totals = totalsOf(values.lines, {
    ...{ taxes: configs.taxes, discount: values.discount, isExempt: values.isTaxExempt },
  })
  return (
    <FormModal
      title={isEdit ? t`Edit` : t`Add a change order`}
      submitLabel={isEdit ? t`Save` : t`Save draft`}
      form={form}
      isDisabled={!values.lines.every(isFilled)}
      onClose={onClose}
    >
      {isEdit && payment.invoiceNumber !== '' && (
        <Text size="sm">
          {isEstimate
            ? t`This makes a new version, which has to be approved again. The old link leads to it.`
            : t`This makes a new version. The old link leads to it.`}
        </Text>
      )}
      <LineFields
        lines={values.lines}
        onChange={(lines) => form.set('lines', lines)}
        configs={configs}
        currency={currency}
        hasOptions={isEstimate}
      />
      <ShareField label={t`Discount`} currency={currency} {...form.control('discount')} />
      {configs.taxes.length > 0 && <Switch label={t`Tax-exempt`} {...form.checkbox('isTaxExempt')} />}
      {isEstimate && isEdit && <ShareField label={t`Deposit`} currency={currency} {...form.control('deposit')} />}
      <DateInput
        label={isEstimate ? t`Valid until` : t`Due on`}
        isClearable
        value={values.date}
        onChange={(date) => form.set('date', date)}
      />
      <Textarea label={t`Note`} autosize minRows={2} maxLength={DOCUMENT_NOTE_MAX} {...form.text('note')} />
      <Textarea label={t`Terms`} autosize minRows={2} maxLength={DOCUMENT_TERMS_MAX} {...form.text('terms')} />
      <TotalsList totals={totals} currency={currency} />
    </FormModal>
  )
}

import type { PaymentConfigs, PaymentDetail } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PAYMENTS_KEY } from '../../../entities/payment/queries.ts'
import { paymentConfigsQuery } from '../../../entities/payment-configs/queries.ts'
import { api } from '../../../lib/api.ts'
import { errorCode } from '../../../lib/error-code.ts'
import { ErrorText } from '../../../ui/form/ErrorText.tsx'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'
import { DocumentFields } from './DocumentFields.tsx'
import { contentOf, isComplete, mergeContent, toEstimateInput, toRequestInput } from './document-content.ts'

interface Props {
  payment: PaymentDetail
  /** Called instead of `onClose` once a new version of a sent document was saved. */
  onReplaced: () => void
  onClose: () => void
}

/** Changes a draft, or saves a new version of a sent document. */
export function ChangeDocumentModal({ payment, ...props }: Props) {
  const configs = useQuery(paymentConfigsQuery).data
  // Snapshot: the page refetches while the dialog is open, and a version not shown here must not be overwritten.
  const [base, setBase] = useState<{ payment: PaymentDetail; conflict: unknown }>({ payment, conflict: null })
  return configs ? (
    <ChangeForm
      key={`${base.payment.version} ${base.payment.answers.length}`}
      {...props}
      {...base}
      configs={configs}
      onConflict={(present, conflict) => setBase({ payment: present, conflict })}
    />
  ) : null
}

interface FormProps extends Props {
  configs: PaymentConfigs
  /** Why the form starts over with the version that a teammate saved meanwhile. */
  conflict: unknown
  onConflict: (present: PaymentDetail, conflict: unknown) => void
}

function ChangeForm({ payment, configs, conflict, onConflict, onReplaced, onClose }: FormProps) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { id, kind, status, version, currency, part, answers } = payment
  const isDraft = status === 'draft'
  const isEstimate = kind === 'estimate'
  const service = isEstimate ? api.paymentEstimates : api.paymentRequests
  const isReplaced = useRef(false)
  const form = useApiForm({
    initial: { content: contentOf(payment, configs) },
    save: async ({ content }) => {
      const date = content.date || null
      await (isEstimate
        ? api.paymentEstimates.update({
            ...{ id, version, answerCount: answers.length, validUntil: date },
            ...toEstimateInput(content),
          })
        : api.paymentRequests.update({ id, version, ...toRequestInput(content), dueOn: date }))
      isReplaced.current = !isDraft
      await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
    onConflict: async (error) => {
      if (errorCode(error) === 'ChangedMeanwhile') onConflict((await service.get({ id })).data, error)
      return undefined
    },
  })
  const hasLostTax = payment.lines.some(({ taxes }) =>
    taxes.some(({ id: taxID }) => !configs.taxes.some((tax) => tax.id === taxID)),
  )
  return (
    <FormModal
      title={isEstimate ? t`Change estimate` : t`Change payment request`}
      submitLabel={isDraft ? t`Save draft` : t`Save new version`}
      form={form}
      notice={conflict !== null && <ErrorText error={conflict} />}
      isDisabled={!form.isChanged || !isComplete(form.values.content, configs, kind)}
      onClose={() => (isReplaced.current ? onReplaced() : onClose())}
    >
      {!isDraft && (
        <Text size="sm">
          {isEstimate ? (
            <Trans>
              The contact’s page shows the new version at once, and asks them to approve it again. The link they have
              says that it was replaced, so send them the new one.
            </Trans>
          ) : (
            <Trans>
              The contact’s page shows the new version at once. The link they have says that it was replaced, so send
              them the new one.
            </Trans>
          )}
        </Text>
      )}
      {hasLostTax && (
        <Text size="sm">
          <Trans>A tax on this document was removed in Settings, so the new version doesn’t include it.</Trans>
        </Text>
      )}
      <DocumentFields
        kind={kind}
        currency={currency}
        configs={configs}
        hasDeposit={part !== 'change-order'}
        onMerge={(change) => form.merge(mergeContent(change))}
        {...form.control('content')}
      />
    </FormModal>
  )
}

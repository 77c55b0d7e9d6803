import { type EvidenceFileKind, PAYMENT_NOTE_MAX } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Text, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Payments.module.css'

const FILE_TEXTS: Record<EvidenceFileKind, MessageDescriptor> = {
  receipt: msg`Receipt`,
  estimate: msg`Approved estimate`,
  messages: msg`Messages with the contact`,
}

/** Previews the evidence about a dispute, and sends it to the bank. */
export function EvidenceModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const evidence = useQuery({
    queryKey: [...PAYMENTS_KEY, 'evidence', id],
    queryFn: async ({ signal }) => (await api.cardPayments.getEvidence({ id }, { signal })).data,
  })
  const form = useApiForm({
    initial: { note: '' },
    save: async ({ note }) => {
      await api.cardPayments.submitEvidence({ id, note })
      await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
  })
  return (
    <FormModal
      title={t`Send evidence`}
      submitLabel={t`Send to the bank`}
      form={form}
      isDisabled={!evidence.data}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>You can send evidence only once. The bank usually decides within three months.</Trans>
      </Text>
      <Textarea
        label={t`Your statement`}
        description={t`Explain why the payment is valid. Your statement goes first, followed by your records.`}
        data-autofocus
        autosize
        minRows={3}
        maxRows={8}
        maxLength={PAYMENT_NOTE_MAX * 4}
        {...form.text('note')}
      />
      <QueryState query={evidence} rows={4}>
        {({ customerName, productDescription, statement, files }) => (
          <section aria-label={t`Added from your records`} className={classes.evidence}>
            <Text size="sm" fw={600}>
              <Trans>Added from your records</Trans>
            </Text>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
            <pre tabIndex={0}>{[customerName, productDescription, statement].join('\n\n')}</pre>
            {files.length > 0 && (
              <>
                <Text size="sm" fw={600} mt="sm">
                  <Trans>Files sent with it</Trans>
                </Text>
                <ul className={classes.evidenceFiles}>
                  {files.map(({ kind, url }) => (
                    <li key={kind}>
                      <Anchor href={url} target="_blank" rel="noopener" size="sm">
                        {t(FILE_TEXTS[kind])} (PDF)
                      </Anchor>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>
        )}
      </QueryState>
    </FormModal>
  )
}

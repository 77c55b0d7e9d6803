import type { DocumentCriteria } from '@frontdesk/contract/api'
import { type DocumentKind, PAYMENT_EXPORTS, type PaymentExport } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Radio, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { listTimeZone, useLocations } from '../../entities/location/queries.ts'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { countText, payoutsText, ROWS_TEXTS } from './export-texts.ts'

interface Props {
  criteria: DocumentCriteria
  /** Exports only these; undefined: all that match. */
  paymentIDs?: string[] | undefined
  count: number
  onClose: () => void
}

/** Exports the matching or selected documents, their lines, or payouts as a CSV file. */
export function ExportModal({ criteria, paymentIDs, count, onClose }: Props) {
  const { t, i18n } = useLingui()
  const managed = useManagedKinds()
  const zone = listTimeZone(useLocations(), useStore(chosenLocation))
  // A payout belongs to no document, so it cannot be selected.
  const hasPayouts = managed.requests && paymentIDs === undefined
  const shows = (kind: DocumentKind) => managed[`${kind}s`] && (criteria.kinds?.includes(kind) ?? true)
  const kinds = !shows('estimate') ? 'requests' : shows('request') ? 'both' : 'estimates'
  const documents = countText(kinds, count)
  const texts: Record<PaymentExport, { label: string; text: ReactNode }> = {
    rows: {
      label: i18n._(ROWS_TEXTS[kinds]),
      text: <Trans>You get {documents} as a CSV file.</Trans>,
    },
    lines: {
      label: t`Their lines, one row each`,
      text: <Trans>You get the lines of {documents} as a CSV file.</Trans>,
    },
    payouts: {
      label: payoutsText(criteria, zone),
      text: <Trans>You get the payouts as a CSV file.</Trans>,
    },
  }
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
        {texts[form.values.file].text} <Trans>The export is recorded in the audit log.</Trans>
      </Text>
      <Radio.Group
        label={t`What to export`}
        value={form.values.file}
        onChange={(file) => form.set('file', PAYMENT_EXPORTS.find((each) => each === file) ?? 'rows')}
      >
        <Stack gap="xs" mt="xs">
          {PAYMENT_EXPORTS.filter((file) => file !== 'payouts' || hasPayouts).map((file) => (
            <Radio key={file} value={file} label={texts[file].label} />
          ))}
        </Stack>
      </Radio.Group>
    </FormModal>
  )
}

import type { Campaign } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignById } from '../../entities/campaign/queries.ts'
import { versionLetter } from '../../entities/campaign/text-names.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { showToast } from '../../ui/toast/toasts.ts'

interface Props {
  id: string
  onClose: () => void
}

/** Sends a text of a saved campaign to a number of one's own. */
export function SendTestModal({ id, onClose }: Props) {
  const { data: campaign } = useQuery(campaignById(id))
  return campaign ? <TestForm campaign={campaign} onClose={onClose} /> : null
}

function TestForm({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui()
  const [clientMessageId] = useState(() => crypto.randomUUID())
  const form = useApiForm({
    initial: { phone: '', variant: '0' },
    rules: { phone: required },
    save: async ({ phone, variant }) => {
      await api.campaigns.sendTest({ id: campaign.id, phone, variant: Number(variant), clientMessageId })
      showToast({ id: 'campaign-test', title: t`Test sent`, text: t`It should arrive in a few seconds.`, kind: 'news' })
    },
  })
  return (
    <FormModal title={t`Send a test`} submitLabel={t`Send test`} form={form} onClose={onClose}>
      <TextInput type="tel" label={t`Your mobile number`} autoComplete="tel" data-autofocus {...form.text('phone')} />
      {campaign.variants.length > 0 && (
        <Select
          label={t`Version`}
          allowDeselect={false}
          data={[campaign.text, ...campaign.variants].map((text, index) => ({
            value: String(index),
            label: `${versionLetter(index)}: ${text.slice(0, 40)}`,
          }))}
          value={form.values.variant}
          onChange={(value) => value && form.set('variant', value)}
        />
      )}
      <Text size="sm" c="dimmed">
        <Trans>It arrives like any text from you, with its attachments, and shows up in your inbox.</Trans>
      </Text>
    </FormModal>
  )
}

import type { Campaign } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignById } from '../../entities/campaign/queries.ts'
import { useNamedTexts } from '../../entities/campaign/text-names.ts'
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
  const texts = useNamedTexts()(campaign)
  const form = useApiForm({
    initial: { phone: '', text: '0' },
    rules: { phone: required },
    errorFields: { TestConsentMissing: 'phone' },
    save: async ({ phone, text }) => {
      await api.campaigns.sendTest({ id: campaign.id, phone, ...positionOf(campaign, Number(text)), clientMessageId })
      showToast({ id: 'campaign-test', title: t`Test sent`, text: t`It should arrive in a few seconds.`, kind: 'news' })
    },
  })
  return (
    <FormModal title={t`Send a test`} submitLabel={t`Send test`} form={form} onClose={onClose}>
      <TextInput type="tel" label={t`Your mobile number`} autoComplete="tel" data-autofocus {...form.text('phone')} />
      {texts.length > 1 && (
        <Select
          label={t`Text`}
          allowDeselect={false}
          data={texts.map(({ name, text }, index) => ({
            value: String(index),
            label: `${name}: ${text.slice(0, 40)}`,
          }))}
          value={form.values.text}
          onChange={(value) => value && form.set('text', value)}
        />
      )}
      <Text size="sm" c="dimmed">
        <Trans>
          Like the campaign, a test goes only to numbers that agreed to marketing texts. If yours hasn’t yet, text START
          from it to the number that sends this campaign.
        </Trans>
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>It arrives like any text from you, with its attachments, and shows up in your inbox.</Trans>
      </Text>
    </FormModal>
  )
}

/** The text at an index of the versions of the first text and those that follow, as the API takes it. */
const positionOf = ({ variants }: Campaign, index: number): { step: number; variant: number } =>
  index <= variants.length ? { step: 0, variant: index } : { step: index - variants.length, variant: 0 }

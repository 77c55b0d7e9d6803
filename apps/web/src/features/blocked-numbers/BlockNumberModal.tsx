import { Trans, useLingui } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { settingKey } from '../../entities/setting/setting-key.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'

export function BlockNumberModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const form = useApiForm({
    initial: { phoneNumber: '' },
    // Short codes have five digits, and some services three.
    rules: { phoneNumber: [required, (number) => number.replace(/\D/g, '').length < 3 && t`Enter a phone number.`] },
    save: async (values) => {
      await api.blockedNumbers.block(values)
      await cache.invalidateQueries({ queryKey: settingKey('blocked-numbers') })
    },
  })
  return (
    <FormModal title={t`Block a number`} submitLabel={t`Block number`} isDestructive form={form} onClose={onClose}>
      <TextInput
        label={t`Phone number`}
        type="tel"
        placeholder="(202) 555-0134"
        maxLength={40}
        data-autofocus
        {...form.text('phoneNumber')}
      />
      <Text size="sm">
        <Trans>You can’t text this number anymore, and its texts arrive silently. They’re kept.</Trans>
      </Text>
    </FormModal>
  )
}

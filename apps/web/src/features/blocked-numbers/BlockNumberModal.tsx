import { Trans, useLingui } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settingKey } from '../../entities/setting/setting-key.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'

export function BlockNumberModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [phoneNumber, setPhoneNumber] = useState('')
  const save = async () => {
    await api.blockedNumbers.block({ phoneNumber })
    await cache.invalidateQueries({ queryKey: settingKey('blocked-numbers') })
  }
  return (
    <FormModal title={t`Block a number`} submitLabel={t`Block number`} isDestructive save={save} onClose={onClose}>
      <TextInput
        label={t`Phone number`}
        type="tel"
        placeholder="(202) 555-0134"
        minLength={3}
        maxLength={40}
        required
        withAsterisk={false}
        data-autofocus
        value={phoneNumber}
        onChange={(event) => setPhoneNumber(event.currentTarget.value)}
      />
      <Text size="sm">
        <Trans>You can’t text this number anymore, and its texts arrive silently. They’re kept.</Trans>
      </Text>
    </FormModal>
  )
}

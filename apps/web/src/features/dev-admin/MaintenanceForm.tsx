import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/FormModal.tsx'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const toInstant = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant().toString()
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function MaintenanceForm({ onClose, onSaved }: { onClose: () => void; onSaved: () => Promise<void> }) {
  const { t } = useLingui()
  const [startsAt, setStartsAt] = useState('')
  const [endsAt, setEndsAt] = useState('')
  const [message, setMessage] = useState('')
  const [tenants, setTenants] = useState('')
  const ids = tenants.match(UUID) ?? []
  const save = async () => {
    await api.devAdmin.saveMaintenance({
      startsAt: toInstant(startsAt),
      endsAt: toInstant(endsAt),
      message,
      isShown: true,
      tenantIDs: ids.length > 0 ? ids : null,
    })
    await onSaved()
  }
  return (
    <FormModal title={t`Plan maintenance`} submitLabel={t`Announce`} save={save} onClose={onClose}>
      <Group grow gap="sm">
        <TextInput
          type="datetime-local"
          label={t`From`}
          required
          withAsterisk={false}
          data-autofocus
          value={startsAt}
          onChange={(event) => setStartsAt(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={t`To`}
          required
          withAsterisk={false}
          min={startsAt}
          value={endsAt}
          onChange={(event) => setEndsAt(event.currentTarget.value)}
        />
      </Group>
      <Text size="xs" c="dimmed">
        <Trans>In your time zone, {zone}. Everyone sees it in theirs.</Trans>
      </Text>
      <Textarea
        label={t`Message`}
        maxLength={500}
        autosize
        minRows={2}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <Textarea
        label={t`Businesses`}
        description={t`Their IDs, as shown in the list below. Leave empty for all businesses.`}
        autosize
        minRows={1}
        maxRows={4}
        value={tenants}
        onChange={(event) => setTenants(event.currentTarget.value)}
      />
    </FormModal>
  )
}

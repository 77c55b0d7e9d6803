import { Trans, useLingui } from '@lingui/react/macro'
import { Fieldset, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { readerZone } from '../../lib/time.ts'
import { DateTimeInput } from '../../ui/DateTimeInput.tsx'
import { FormModal } from '../../ui/FormModal.tsx'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const toInstant = (local: Temporal.PlainDateTime) => local.toZonedDateTime(readerZone).toInstant().toString()

const nextNight = () => Temporal.Now.plainDateISO().add({ days: 1 }).toPlainDateTime({ hour: 2 })

export function MaintenanceForm({ onClose, onSaved }: { onClose: () => void; onSaved: () => Promise<void> }) {
  const { t } = useLingui()
  const [startsAt, setStartsAt] = useState(nextNight)
  const [endsAt, setEndsAt] = useState(() => nextNight().add({ hours: 1 }))
  const [message, setMessage] = useState('')
  const [tenants, setTenants] = useState('')
  const ids = tenants.match(UUID) ?? []
  const isAfter = Temporal.PlainDateTime.compare(endsAt, startsAt) > 0
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
    <FormModal
      title={t`Schedule maintenance`}
      submitLabel={t`Announce`}
      save={save}
      onClose={onClose}
      isDisabled={!isAfter}
    >
      <Fieldset variant="unstyled" legend={t`From`}>
        <DateTimeInput value={startsAt} onChange={setStartsAt} />
      </Fieldset>
      <Fieldset variant="unstyled" legend={t`To`}>
        <DateTimeInput
          min={startsAt.toPlainDate()}
          value={endsAt}
          error={!isAfter && t`Choose a later time.`}
          onChange={setEndsAt}
        />
      </Fieldset>
      <Text size="xs" c="dimmed">
        <Trans>In your time zone, {readerZone}. Everyone sees it in theirs.</Trans>
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

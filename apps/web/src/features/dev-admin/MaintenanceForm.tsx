import { Trans, useLingui } from '@lingui/react/macro'
import { Fieldset, Text, Textarea } from '@mantine/core'
import { api } from '../../lib/api.ts'
import { readerZone } from '../../lib/time.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { DateTimeInput } from '../../ui/input/DateTimeInput.tsx'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const toInstant = (local: Temporal.PlainDateTime) => local.toZonedDateTime(readerZone).toInstant().toString()

const nextNight = () => Temporal.Now.plainDateISO().add({ days: 1 }).toPlainDateTime({ hour: 2 })

export function MaintenanceForm({ onClose, onSaved }: { onClose: () => void; onSaved: () => Promise<void> }) {
  const { t } = useLingui()
  const form = useApiForm({
    initial: { startsAt: nextNight(), endsAt: nextNight().add({ hours: 1 }), message: '', tenants: '' },
    rules: {
      endsAt: (endsAt, { startsAt }) =>
        Temporal.PlainDateTime.compare(endsAt, startsAt) <= 0 && t`Choose a later time.`,
      message: required,
    },
    save: async ({ startsAt, endsAt, message, tenants }) => {
      const ids = tenants.match(UUID) ?? []
      await api.devAdmin.saveMaintenance({
        startsAt: toInstant(startsAt),
        endsAt: toInstant(endsAt),
        message,
        isShown: true,
        tenantIDs: ids.length > 0 ? ids : null,
      })
      await onSaved()
    },
  })
  return (
    <FormModal title={t`Schedule maintenance`} submitLabel={t`Announce`} form={form} onClose={onClose}>
      <Fieldset variant="unstyled" legend={t`From`}>
        <DateTimeInput {...form.control('startsAt')} />
      </Fieldset>
      <Fieldset variant="unstyled" legend={t`To`}>
        <DateTimeInput min={form.values.startsAt.toPlainDate()} {...form.control('endsAt')} />
      </Fieldset>
      <Text size="xs" c="dimmed">
        <Trans>In your time zone, {readerZone}. Everyone sees it in theirs.</Trans>
      </Text>
      <Textarea label={t`Message`} maxLength={500} autosize minRows={2} {...form.text('message')} />
      <Textarea
        label={t`Businesses`}
        description={t`Their IDs, as shown in the list below. Leave empty for all businesses.`}
        autosize
        minRows={1}
        maxRows={4}
        {...form.text('tenants')}
      />
    </FormModal>
  )
}

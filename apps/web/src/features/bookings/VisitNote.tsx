import type { Booking } from '@frontdesk/contract/api'
import { BOOKING_NOTE_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { BOOKINGS_KEY } from '../../entities/booking/queries.ts'
import { api } from '../../lib/api.ts'
import { Form } from '../../ui/form/Form.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'

/** The team’s note on a visit. */
export function VisitNote({ booking: { id, version, note } }: { booking: Booking }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const form = useApiForm({
    initial: { note },
    save: async (values) => {
      await api.bookings.update({ id, version, note: values.note })
      await cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
    },
  })
  return (
    <Form form={form} onSaved={() => form.rebase(form.values)}>
      <Textarea
        mt="md"
        label={t`Note for the team`}
        autosize
        minRows={2}
        maxLength={BOOKING_NOTE_MAX}
        {...form.text('note')}
      />
      {form.isChanged && (
        <Button type="submit" size="xs" loading={form.isSaving} style={{ alignSelf: 'flex-end' }}>
          <Trans>Save note</Trans>
        </Button>
      )}
    </Form>
  )
}

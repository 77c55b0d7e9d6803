import { Trans, useLingui } from '@lingui/react/macro'
import { Select, Text } from '@mantine/core'
import { useLocations } from '../../entities/location/queries.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'

interface Props {
  title: string
  move: (locationID: string) => Promise<unknown>
  onClose: () => void
}

/** Moves contacts, with their conversations, to a location. */
export function MoveModal({ title, move, onClose }: Props) {
  const { t } = useLingui()
  const locations = useLocations()
  const form = useApiForm<{ locationID: string | null }>({
    initial: { locationID: null },
    save: async ({ locationID }) => {
      if (locationID) await move(locationID)
    },
  })
  const { locationID } = form.values
  return (
    <FormModal title={title} submitLabel={t`Move`} form={form} onClose={onClose} isDisabled={!locationID}>
      <Select
        label={t`Location`}
        data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.control('locationID')}
        allowDeselect={false}
        searchable={locations.length > 10}
        data-autofocus
      />
      <Text size="sm" c="dimmed">
        <Trans>Conversations move too. Your number in them stays the same.</Trans>
      </Text>
    </FormModal>
  )
}

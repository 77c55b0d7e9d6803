import { Trans, useLingui } from '@lingui/react/macro'
import { Select, Text } from '@mantine/core'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import type { Modals } from '../../ui/modal/modals.ts'

interface Props {
  title: string
  /** The present location; none if they may have several. */
  present?: string
  move: (locationID: string) => Promise<unknown>
  onClose: () => void
}

/** Moves contacts, with their conversations, to a location. */
export function MoveModal({ title, present, move, onClose }: Props) {
  const { t } = useLingui()
  const locations = useLocations()
  const form = useApiForm<{ locationID: string | null }>({
    initial: { locationID: present ?? null },
    save: async ({ locationID }) => {
      if (locationID) await move(locationID)
    },
  })
  const { locationID } = form.values
  return (
    <FormModal
      title={title}
      submitLabel={t`Move`}
      form={form}
      onClose={onClose}
      isDisabled={!locationID || locationID === present}
    >
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

/** Changes the location of one contact. */
export function MoveContactModal({
  contactID,
  locationID: present,
  onClose,
}: Modals['move-contact'] & { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <MoveModal
      title={t`Change location`}
      present={present}
      move={(locationID) => api.contacts.updateLocationList({ contactIDs: [contactID], locationID })}
      onClose={onClose}
    />
  )
}

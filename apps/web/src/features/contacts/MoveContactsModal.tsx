import { Trans, useLingui } from '@lingui/react/macro'
import { Select, Text } from '@mantine/core'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import type { Modals } from '../../ui/modal/modals.ts'

type Props = Modals['move-contacts'] & { onClose: () => void }

/** `updateLocationList` takes this many. */
const MOVED_AT_ONCE = 200

/** Moves contacts, with their conversations, to a location. */
export function MoveContactsModal({ contactIDs, locationID: present, onMoved, onClose }: Props) {
  const { t } = useLingui()
  const locations = useLocations()
  const form = useApiForm<{ locationID: string | null }>({
    initial: { locationID: present ?? null },
    save: async ({ locationID }) => {
      if (!locationID) return
      for (let from = 0; from < contactIDs.length; from += MOVED_AT_ONCE) {
        await api.contacts.updateLocationList({ contactIDs: contactIDs.slice(from, from + MOVED_AT_ONCE), locationID })
      }
      onMoved?.()
    },
  })
  const { locationID } = form.values
  return (
    <FormModal
      title={t`Change location`}
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

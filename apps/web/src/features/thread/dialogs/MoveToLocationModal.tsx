import type { Conversation } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Select, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { applyOrForget } from '../../../entities/conversation/assign-conversation.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { api } from '../../../lib/api.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'

interface Props {
  conversation: Conversation
  onClose: () => void
  onGone: () => void
}

export function MoveToLocationModal({ conversation, onClose, onGone }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const { sid, attributes } = conversation
  const form = useApiForm<{ locationID: string | null }>({
    initial: { locationID: attributes.locationID },
    save: async (values) => {
      const { data } = await api.assignment.changeLocation({ sid, locationID: values.locationID ?? '' })
      if (!applyOrForget(cache, sid, data)) onGone()
    },
  })
  const { locationID } = form.values
  return (
    <FormModal
      title={t`Change location`}
      submitLabel={t`Move`}
      form={form}
      onClose={onClose}
      isDisabled={!locationID || locationID === attributes.locationID}
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
        <Trans>
          The contact moves with the conversation if you can see all of their conversations. Your number stays the same.
        </Trans>{' '}
        {attributes.toUserName && (
          <Trans>If {attributes.toUserName} has no access to the new location, it becomes unassigned.</Trans>
        )}
      </Text>
    </FormModal>
  )
}

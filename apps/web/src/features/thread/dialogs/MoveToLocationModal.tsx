import type { Conversation } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Select, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyOrForget } from '../../../entities/conversation/assign-conversation.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { api } from '../../../lib/api.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'

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
  const [locationID, setLocationID] = useState<string | null>(attributes.locationID)
  const save = async () => {
    const { data } = await api.assignment.changeLocation({ sid, locationID: locationID ?? '' })
    if (!applyOrForget(cache, sid, data)) onGone()
  }
  return (
    <FormModal
      title={t`Change location`}
      submitLabel={t`Move`}
      save={save}
      onClose={onClose}
      isDisabled={!locationID || locationID === attributes.locationID}
    >
      <Select
        label={t`Location`}
        data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        value={locationID}
        onChange={setLocationID}
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

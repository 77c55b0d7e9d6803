import type { BookingResource } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { bookingResourcesQuery } from '../../entities/booking-resource/queries.ts'
import { useTeammates } from '../../entities/teammate/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'

interface Props {
  resources: readonly BookingResource[]
  onAdded: (resourceID: string) => void
  onClose: () => void
}

/** Makes a teammate bookable, at first during the business hours of their locations. */
export function AddTeammateModal({ resources, onAdded, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const bookable = new Set(resources.flatMap(({ userID, isArchived }) => (isArchived ? [] : [userID])))
  const teammates = useTeammates().filter(({ userID }) => !bookable.has(userID))
  const form = useApiForm<{ userID: string | null }>({
    initial: { userID: null },
    rules: { userID: required },
    errorFields: { MemberNotFound: 'userID' },
    save: async ({ userID }) => {
      const { data } = await api.bookingResources.save({ kind: 'teammate', userID })
      await cache.invalidateQueries({ queryKey: bookingResourcesQuery.queryKey })
      onAdded(data.id)
    },
  })
  return (
    <FormModal title={t`Make a teammate bookable`} submitLabel={t`Add`} form={form} onClose={onClose}>
      <Select
        label={t`Teammate`}
        description={t`They can be booked during business hours. You can change their hours next.`}
        placeholder={t`Choose a teammate`}
        searchable
        data-autofocus
        nothingFoundMessage={t`All teammates can be booked already`}
        data={teammates.map(({ userID, userName }) => ({ value: userID, label: userName }))}
        {...form.control('userID')}
      />
    </FormModal>
  )
}

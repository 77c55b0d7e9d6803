import type { Contact } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { contactStatusesQuery } from '../../entities/status/queries.ts'

export type Status = Pick<Contact, 'statusKey' | 'statusName'>

interface Props extends Status {
  mayEdit: boolean
  onChange: (status: Status) => void
}

/** The contact status; read-only for people who may not edit contacts. */
export function StatusSelect({ statusKey, statusName, mayEdit, onChange }: Props) {
  const { t } = useLingui()
  const statuses = useQuery(contactStatusesQuery).data?.statuses ?? []
  if (!mayEdit) return <>{statusName ?? t`None`}</>
  const isListed = statusKey === null || statuses.some(({ key }) => key === statusKey)
  return (
    <NativeSelect
      size="xs"
      aria-label={t`Status`}
      value={statusKey ?? ''}
      onChange={(event) => {
        const status = statuses.find(({ key }) => key === event.currentTarget.value)
        onChange({ statusKey: status?.key ?? null, statusName: status?.name ?? null })
      }}
      data={[
        { value: '', label: t`None` },
        ...(isListed ? [] : [{ value: statusKey ?? '', label: statusName ?? statusKey ?? '' }]),
        ...statuses.map(({ key, name }) => ({ value: key, label: name })),
      ]}
    />
  )
}

/** Hidden for a business without statuses. */
export function useHasStatuses(statusKey: string | null): boolean {
  const { data } = useQuery(contactStatusesQuery)
  return statusKey !== null || (data?.statuses.length ?? 0) > 0
}

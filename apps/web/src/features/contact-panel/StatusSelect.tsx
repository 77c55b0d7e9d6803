import type { Conversation } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { conversationCache } from '../../entities/conversation/conversation-cache.ts'
import { contactStatusesQuery } from '../../entities/status/queries.ts'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

/** The contact status; read-only for people who may not edit contacts. */
export function StatusSelect({ conversation }: { conversation: Conversation }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const showFailure = useFailureToast()
  const { data } = useQuery(contactStatusesQuery)
  const { statusKey, statusName } = conversation.attributes
  if (!can(me, 'contacts_edit') || isViewingAs) return <>{statusName ?? t`None`}</>

  const set = async (next: string) => {
    const conversations = conversationCache(cache)
    const status = data?.statuses.find(({ key }) => key === next)
    conversations.patch(conversation.sid, (before) => ({
      ...before,
      attributes: { ...before.attributes, statusKey: status?.key ?? null, statusName: status?.name ?? null },
    }))
    try {
      conversations.take((await api.contactStatuses.change({ sid: conversation.sid, statusKey: next || null })).data)
    } catch (error) {
      conversations.patch(conversation.sid, (before) => ({
        ...before,
        attributes: { ...before.attributes, statusKey, statusName },
      }))
      showFailure(error)
    }
  }
  const statuses = data?.statuses ?? []
  const isListed = statusKey === null || statuses.some(({ key }) => key === statusKey)
  return (
    <NativeSelect
      size="xs"
      aria-label={t`Status`}
      value={statusKey ?? ''}
      onChange={(event) => void set(event.currentTarget.value)}
      data={[
        { value: '', label: t`None` },
        ...(isListed ? [] : [{ value: statusKey ?? '', label: statusName ?? statusKey ?? '' }]),
        ...statuses.map(({ key, name }) => ({ value: key, label: name })),
      ]}
    />
  )
}

/** Hidden for a business without statuses. */
export function useHasStatuses(conversation: Conversation): boolean {
  const { data } = useQuery(contactStatusesQuery)
  return conversation.attributes.statusKey !== null || (data?.statuses.length ?? 0) > 0
}

import type { ContactCriteria } from '@frontdesk/contract/api'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { settingKey } from '../setting/setting-key.ts'

/** Everything that shows groups and group messages, campaigns included. */
export const GROUPS_KEY = ['groups']
/** Charts of campaigns. The same events change them, but they are refetched less often, as counting takes longer. */
export const GROUP_TRENDS_KEY = ['group-trends']

/** Recipients of a message: the members of a group, chosen contacts, or all that match. */
export interface Audience {
  groupSid?: string
  contactIDs?: string[]
  criteria?: ContactCriteria
}

export const groupsQuery = queryOptions({
  queryKey: [...GROUPS_KEY, 'list'],
  queryFn: async ({ signal }) => (await api.groups.getList(undefined, { signal })).data.groups,
})

export const groupBySid = (sid: string) =>
  queryOptions({
    queryKey: [...GROUPS_KEY, 'one', sid],
    queryFn: async ({ signal }) => (await api.groups.getBySid({ sid }, { signal })).data,
  })

export const groupNotes = (sid: string) =>
  queryOptions({
    queryKey: [...GROUPS_KEY, 'notes', sid],
    queryFn: async ({ signal }) => (await api.groups.getNotes({ sid }, { signal })).data.notes,
  })

export const groupStats = (sid: string) =>
  queryOptions({
    queryKey: [...GROUPS_KEY, 'stats', sid],
    queryFn: async ({ signal }) => (await api.groups.getStats({ sid }, { signal })).data,
  })

/** Messages of a group, or all group messages; newest first. */
export const groupMessageList = (groupSid: string | null) =>
  infiniteQueryOptions({
    queryKey: [...GROUPS_KEY, 'messages', groupSid],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api.groupMessages.getList(
          { ...(groupSid !== null && { groupSid }), ...(pageParam && { cursor: pageParam }) },
          { signal },
        )
      ).data,
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page) => page.nextCursor,
  })

export const groupMessageById = (id: string) =>
  queryOptions({
    queryKey: [...GROUPS_KEY, 'message', id],
    queryFn: async ({ signal }) => (await api.groupMessages.get({ id }, { signal })).data,
  })

/** The saved text of review invites. */
export const inviteTextQuery = queryOptions({
  queryKey: settingKey('review-invite'),
  queryFn: async ({ signal }) => {
    const { text, version } = await api.reviewInvites.getInvites(undefined, { signal })
    return { text, version }
  },
})

/** Recipients and exclusions of a text before it is sent. */
export const sendPreview = (audience: Audience, text: string) =>
  queryOptions({
    queryKey: [...GROUPS_KEY, 'preview', audience, text],
    queryFn: async ({ signal }) => (await api.groups.previewMessage({ ...audience, text }, { signal })).data,
    placeholderData: keepPreviousData,
  })

const LATEST_TEXTS = 6

/** The latest texts with a recipient. Within the key of group messages, so that they follow a new reply. */
export const latestTexts = (conversationSid: string) =>
  queryOptions({
    queryKey: [...GROUPS_KEY, 'latest-texts', conversationSid],
    queryFn: async ({ signal }) => {
      const input = { conversationIds: [conversationSid], pageSize: 4 * LATEST_TEXTS }
      const { conversations } = (await api.messages.getListByConversationIds(input, { signal })).data
      const messages = conversations[0]?.items ?? []
      return messages.filter(({ attributes: { type } }) => type === 'text' || type === 'media').slice(-LATEST_TEXTS)
    },
  })

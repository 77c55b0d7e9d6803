import type { ContactCriteria } from '@frontdesk/contract/api'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { contactCount } from '../../entities/contact/queries.ts'
import { api } from '../../lib/api.ts'

export interface ContactTotal {
  /** Null when it takes a full count. */
  total: number | null
  text: string
  /** Counts all that match; null where there is a total, or too many to count. */
  countAll: (() => void) | null
  isCounting: boolean
  error: unknown
}

/** How many contacts match. The list knows maintained totals; with filters they are counted, up to a limit. */
export function useContactTotal(
  criteria: ContactCriteria,
  firstPage: { totalCount: number | null } | undefined,
): ContactTotal {
  const { t, i18n } = useLingui()
  const query = useQuery({ ...contactCount(criteria), enabled: firstPage?.totalCount === null })
  const counted = query.data
  // An exact count is of these filters, and of the contacts as they were then: it goes when the list is refetched.
  const key = JSON.stringify([criteria, query.dataUpdatedAt])
  const countAll = useMutation({ mutationFn: (_key: string) => api.contactList.countAll(criteria) })
  const isCurrent = countAll.variables === key
  const uncounted = { countAll: null, isCounting: false, error: null }
  const count = firstPage?.totalCount ?? counted?.count
  if (!firstPage || count === undefined) return { ...uncounted, total: null, text: '\u00a0' }
  const inWords = (total: number) => ({
    ...uncounted,
    total,
    text: plural(total, { one: '# contact', other: '# contacts' }),
  })
  if (firstPage.totalCount !== null || !counted?.isCapped) return inWords(count)
  const all = isCurrent ? countAll.data : undefined
  if (all?.count != null) return inWords(all.count)
  const number = i18n.number(count)
  if (all) return { ...uncounted, total: null, text: t`More than ${number} contacts, too many to count right now` }
  return {
    total: null,
    text: t`${number}+ contacts`,
    countAll: () => countAll.mutate(key),
    isCounting: isCurrent && countAll.isPending,
    error: isCurrent ? countAll.error : null,
  }
}

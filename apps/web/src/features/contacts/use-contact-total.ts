import type { ContactCriteria } from '@frontdesk/contract/api'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { contactCount } from '../../entities/contact/queries.ts'

/** How many contacts match. The list knows maintained totals; with filters they are counted, up to a limit. */
export function useContactTotal(criteria: ContactCriteria, firstPage: { totalCount: number | null } | undefined) {
  const { t, i18n } = useLingui()
  const counted = useQuery({ ...contactCount(criteria), enabled: firstPage?.totalCount === null }).data
  const count = firstPage?.totalCount ?? counted?.count
  const isCapped = firstPage?.totalCount === null && counted?.isCapped === true
  if (!firstPage || count === undefined) return { total: null, text: '\u00a0' }
  if (!isCapped) return { total: count, text: plural(count, { one: '# contact', other: '# contacts' }) }
  const number = i18n.number(count)
  return { total: null, text: t`${number}+ contacts` }
}

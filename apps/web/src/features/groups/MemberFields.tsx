import type { ContactCriteria } from '@frontdesk/contract/api'
import type { GroupKind } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Radio, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { contactCount } from '../../entities/contact/queries.ts'
import shared from '../../entities/group/Group.module.css'
import { segmentsQuery } from '../../entities/segment/queries.ts'

/** Option of the segment list that means the filter of the form. */
export const OWN_FILTER = 'own'

interface Props {
  kind: GroupKind
  onKind: (kind: GroupKind) => void
  /** A segment of the list, `OWN_FILTER`, or an option of `moreOptions`. */
  segment: string
  onSegment: (segment: string) => void
  moreOptions?: { value: string; label: string }[]
  /** The filter of the contacts; the route composes it. */
  filters: ReactNode
  criteria: ContactCriteria
  locationID: string | null
  /** Says what becomes of the members; of a fixed group, instead of the count. */
  note?: ReactNode
  /** Whether the filter or segment also decides who is in a fixed group at first. */
  selectsInitialMembers: boolean
}

/** Members of a group: contacts that match a filter or segment, or chosen ones. */
export function MemberFields({
  kind,
  onKind,
  segment,
  onSegment,
  moreOptions = [],
  filters,
  criteria,
  locationID,
  note,
  selectsInitialMembers,
}: Props) {
  const { t } = useLingui()
  const segments = useQuery(segmentsQuery).data ?? []
  const options = [...moreOptions, ...segments.map(({ id, name }) => ({ value: id, label: t`Segment: ${name}` }))]
  const hasFilter = kind === 'dynamic' || selectsInitialMembers
  const chosen = hasFilter ? segments.find(({ id }) => id === segment) : undefined
  const filter = chosen?.criteria ?? criteria
  const matching = useQuery(
    contactCount(locationID && kind === 'dynamic' ? { ...filter, locationIDs: [locationID] } : filter),
  )
  return (
    <>
      <Radio.Group
        label={t`Members`}
        value={kind}
        onChange={(value) => onKind(value === 'fixed' ? 'fixed' : 'dynamic')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="dynamic"
            label={t`Everyone who matches a filter`}
            description={t`Members follow the filter: contacts join when they match and leave when they no longer do.`}
          />
          <Radio
            value="fixed"
            label={t`Contacts you choose`}
            description={
              selectsInitialMembers
                ? t`Start with those who match now, or with no one. You can add and remove people later.`
                : t`You add and remove people yourself.`
            }
          />
        </Stack>
      </Radio.Group>
      {hasFilter && options.length > 0 && (
        <Select
          label={t`Filter`}
          data={[{ value: OWN_FILTER, label: t`Choose a filter below` }, ...options]}
          allowDeselect={false}
          value={segment}
          onChange={(value) => value && onSegment(value)}
        />
      )}
      {hasFilter && segment === OWN_FILTER && <section aria-label={t`Filter of the members`}>{filters}</section>}
      {note && <p className={shared.soft}>{note}</p>}
      {hasFilter && !(note && kind === 'fixed') && (
        <p className={shared.soft} role="status">
          {matching.data?.isCapped ? (
            <Trans>More than 10,000 contacts match now.</Trans>
          ) : (
            <Plural
              value={matching.data?.count ?? 0}
              _0="No contact matches now."
              one="# contact matches now."
              other="# contacts match now."
            />
          )}
        </p>
      )}
    </>
  )
}

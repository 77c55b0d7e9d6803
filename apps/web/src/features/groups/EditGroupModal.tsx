import type { Group } from '@frontdesk/contract/api'
import { type ContactSearch, GROUP_NAME_MAX, toContactCriteria, toContactSearch } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCriteriaText } from '../../entities/contact/use-criteria-text.ts'
import { GROUPS_KEY, groupBySid } from '../../entities/group/queries.ts'
import { fromLocationID, toLocationID, useLocationOptions } from '../../entities/location/location-options.ts'
import { segmentsQuery } from '../../entities/segment/queries.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useSharedForm } from '../../ui/form/use-shared-form.tsx'
import { MemberFields, OWN_FILTER } from './MemberFields.tsx'

/** The option to keep following the segment that the group follows. */
const CURRENT = 'current'

/** The fields that decide who is a member; a conflict is resolved for all of them together. */
const MEMBER_FIELDS = ['kind', 'segment', 'segmentName', 'search'] as const

/** The filter bar of contacts, which the route composes. */
export interface GroupFilter {
  render: (search: ContactSearch, onSearch: (search: ContactSearch) => void) => ReactNode
  /** Time zone of the days. */
  zone: string
}

/** Changes the name, the location and the filter of a group, and whether it has one. */
export function EditGroupModal({ group, filter, onClose }: { group: Group; filter: GroupFilter; onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocationOptions(t`All locations`)
  const form = useSharedForm({
    initial: valuesOf(group, filter.zone),
    rules: { name: required },
    parts: {
      name: { label: t`Name`, fields: ['name'] },
      location: {
        label: t`Location`,
        fields: ['location'],
        show: ({ location: at }) => locations.find(({ value }) => value === at)?.label,
      },
      members: {
        label: t`Members`,
        fields: MEMBER_FIELDS,
        show: (values) => <MembersText values={values} zone={filter.zone} />,
      },
    },
    together: MEMBER_FIELDS,
    save: async ({ name, location, version, kind, segment }) => {
      await api.groups.save({
        sid: group.sid,
        name,
        locationID: toLocationID(location),
        version,
        kind,
        ...(kind === 'dynamic' && segment === OWN_FILTER && hasNewFilter && { criteria }),
        ...(kind === 'dynamic' && segment !== OWN_FILTER && segment !== CURRENT && { segmentID: segment }),
      })
      await cache.invalidateQueries({ queryKey: GROUPS_KEY })
    },
    onConflict: async (error) =>
      errorCode(error) === 'ChangedMeanwhile'
        ? valuesOf(await cache.fetchQuery({ ...groupBySid(group.sid), staleTime: 0 }), filter.zone)
        : undefined,
  })
  const { location, kind, segment, search } = form.values
  const { segmentName } = group
  const isSearchChanged = JSON.stringify(search) !== JSON.stringify(valuesOf(group, filter.zone).search)
  const hasNewFilter = isSearchChanged || group.kind === 'fixed' || segmentName !== null
  const criteria =
    isSearchChanged || !group.criteria
      ? toContactCriteria(search, { locationId: null, zone: filter.zone })
      : group.criteria
  return (
    <FormModal title={t`Edit group`} submitLabel={t`Save`} form={form} notice={form.notice} onClose={onClose}>
      <TextInput label={t`Name`} maxLength={GROUP_NAME_MAX} data-autofocus {...form.text('name')} />
      {locations.length > 1 && (
        <Select
          label={t`Location`}
          description={t`Its number sends the messages, and its teammates see the group.`}
          data={locations}
          allowDeselect={false}
          value={location}
          onChange={(value) => value && form.set('location', value)}
        />
      )}
      <MemberFields
        kind={kind}
        onKind={(value) => form.set('kind', value)}
        segment={segment}
        onSegment={(value) => form.set('segment', value)}
        moreOptions={segmentName === null ? [] : [{ value: CURRENT, label: t`Segment: ${segmentName}` }]}
        filters={filter.render(search, (next) => form.set('search', next))}
        criteria={criteria}
        locationID={toLocationID(location)}
        selectsInitialMembers={false}
        note={
          kind !== group.kind &&
          (kind === 'fixed' ? (
            <Trans>The contacts who match now stay as members. Later ones no longer join.</Trans>
          ) : (
            <Plural
              value={group.members ?? 0}
              _0="From now on, the filter decides who is a member."
              one="From now on, the filter decides who is a member. The # member you chose stays only if they match."
              other="From now on, the filter decides who is a member. The # members you chose stay only if they match."
            />
          ))
        }
      />
    </FormModal>
  )
}

const valuesOf = ({ name, locationID, version, kind, segmentName, criteria }: Group, zone: string) => {
  const { location, ...search } = toContactSearch(criteria ?? {}, zone)
  return {
    name,
    location: fromLocationID(locationID),
    version,
    kind,
    segment: segmentName === null ? OWN_FILTER : CURRENT,
    segmentName,
    // A group of a location has its contacts only, whatever the filter.
    search: locationID === null && location !== undefined ? { ...search, location } : search,
  }
}

/** Describes the members of a group. */
function MembersText({ values, zone }: { values: ReturnType<typeof valuesOf>; zone: string }) {
  const { kind, segment, segmentName, search } = values
  const segments = useQuery(segmentsQuery).data ?? []
  const conditions = useCriteriaText(toContactCriteria(search, { locationId: null, zone }))
  if (kind === 'fixed') return <Trans>Contacts you choose</Trans>
  if (segment === OWN_FILTER)
    return conditions === null ? (
      <Trans>All contacts</Trans>
    ) : (
      <Trans>Everyone who matches a filter: {conditions}</Trans>
    )
  const name = segment === CURRENT ? segmentName : segments.find(({ id }) => id === segment)?.name
  return <Trans>Segment: {name}</Trans>
}

import type { ContactCriteria } from '@frontdesk/contract/api'
import { GROUP_NAME_MAX, type GroupKind } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { contactCount } from '../../entities/contact/queries.ts'
import { GROUPS_KEY } from '../../entities/group/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { segmentsQuery } from '../../entities/segment/queries.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { Form } from '../../ui/form/Form.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { fromLocationID, toLocationID, useGroupLocations } from './EditGroupModal.tsx'
import classes from './Groups.module.css'

/** Option of the segment list that means the filter of the form. */
const OWN_FILTER = 'own'

interface Props {
  /** The filter of the contacts; the route composes it. */
  filters: ReactNode
  criteria: ContactCriteria
  isFiltered: boolean
  onCreated: (sid: string) => void
}

/** A new group: its name, and who is in it. */
export function NewGroupScreen({ filters, criteria, isFiltered, onCreated }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useGroupLocations()
  const chosen = useStore(chosenLocation)
  const segments = useQuery(segmentsQuery).data ?? []
  const [first] = locations
  const form = useApiForm<{ name: string; location: string; kind: GroupKind; segment: string }>({
    initial: {
      name: '',
      location: chosen ?? first?.value ?? fromLocationID(null),
      kind: 'dynamic',
      segment: OWN_FILTER,
    },
    rules: { name: required },
    save: async ({ name, location, kind, segment: segmentID }) => {
      const isFollowing = kind === 'dynamic' && segmentID !== OWN_FILTER
      const { data } = await api.groups.save({
        name,
        locationID: toLocationID(location),
        kind,
        ...(isFollowing ? { segmentID } : (kind === 'dynamic' || isFiltered) && { criteria }),
      })
      await cache.invalidateQueries({ queryKey: GROUPS_KEY })
      onCreated(data.sid)
    },
  })
  const { kind, location } = form.values
  const segment = kind === 'dynamic' ? segments.find(({ id }) => id === form.values.segment) : undefined
  const filter = segment?.criteria ?? criteria
  const locationID = toLocationID(location)
  const matching = useQuery(
    contactCount(locationID && kind === 'dynamic' ? { ...filter, locationIDs: [locationID] } : filter),
  )
  const count = matching.data?.count ?? 0
  return (
    <PageLayout title={t`New group`} text={t`Message all members at once. Each gets it in their own conversation.`}>
      <Form form={form}>
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
        <Radio.Group
          label={t`Members`}
          value={kind}
          onChange={(value) => form.set('kind', value === 'fixed' ? 'fixed' : 'dynamic')}
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
              description={t`Start with those who match now, or with no one. You can add and remove people later.`}
            />
          </Stack>
        </Radio.Group>
        {kind === 'dynamic' && segments.length > 0 && (
          <Select
            label={t`Filter`}
            data={[
              { value: OWN_FILTER, label: t`Choose a filter below` },
              ...segments.map(({ id, name }) => ({ value: id, label: t`Segment: ${name}` })),
            ]}
            allowDeselect={false}
            value={form.values.segment}
            onChange={(value) => value && form.set('segment', value)}
          />
        )}
        {!segment && <section aria-label={t`Filter of the members`}>{filters}</section>}
        <p className={classes.soft} role="status">
          {kind === 'fixed' && !isFiltered ? (
            <Trans>The group starts empty.</Trans>
          ) : matching.data?.isCapped ? (
            <Trans>More than 10,000 contacts match now.</Trans>
          ) : (
            <Plural
              value={count}
              _0="No contact matches now."
              one="# contact matches now."
              other="# contacts match now."
            />
          )}
        </p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" component={Link} to="/groups">
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={form.isSaving}>
            <Trans>Create group</Trans>
          </Button>
        </Group>
      </Form>
    </PageLayout>
  )
}

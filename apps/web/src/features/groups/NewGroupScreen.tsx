import type { ContactCriteria } from '@frontdesk/contract/api'
import { GROUP_NAME_MAX, type GroupKind } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { GROUPS_KEY } from '../../entities/group/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { fromLocationID, toLocationID, useLocationOptions } from '../../entities/location/location-options.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { Form } from '../../ui/form/Form.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { MemberFields, OWN_FILTER } from './MemberFields.tsx'

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
  const locations = useLocationOptions(t`All locations`)
  const chosen = useStore(chosenLocation)
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
      const { data } = await api.groups.save({
        name,
        locationID: toLocationID(location),
        kind,
        ...(segmentID !== OWN_FILTER ? { segmentID } : (kind === 'dynamic' || isFiltered) && { criteria }),
      })
      await cache.invalidateQueries({ queryKey: GROUPS_KEY })
      onCreated(data.sid)
    },
  })
  const { kind, location, segment } = form.values
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
        <MemberFields
          kind={kind}
          onKind={(value) => form.set('kind', value)}
          segment={segment}
          onSegment={(value) => form.set('segment', value)}
          filters={filters}
          criteria={criteria}
          locationID={toLocationID(location)}
          note={kind === 'fixed' && segment === OWN_FILTER && !isFiltered && <Trans>The group starts empty.</Trans>}
          selectsInitialMembers
        />
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

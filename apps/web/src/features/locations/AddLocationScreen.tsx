import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Divider, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { fallbackTimeZone, locationsQuery } from '../../entities/location/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { Form } from '../../ui/form/Form.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { LocationFields, locationRules } from './LocationFields.tsx'
import { emptyForm, withPlace } from './location-form.ts'
import { PlaceSearch } from './PlaceSearch.tsx'

export function AddLocationScreen({ onAdded }: { onAdded: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [initial] = useState(() => emptyForm(fallbackTimeZone))
  const form = useApiForm({
    initial,
    rules: locationRules,
    save: async (values) => {
      await api.locations.add(values)
      await cache.invalidateQueries({ queryKey: locationsQuery.queryKey })
    },
  })
  if (!can(useMe(), 'admin_manage_locations')) return <ForbiddenScreen permission="admin_manage_locations" />
  return (
    <PageLayout title={t`Add location`} text={t`It gets its own numbers, hours, and team.`}>
      <Stack gap="md" maw={520}>
        <PlaceSearch onSelect={(place) => form.merge(withPlace(form.values, place))} />
        <Divider label={t`or enter it yourself`} />
        <Form form={form} onSaved={onAdded}>
          <LocationFields form={form} />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button component={Link} to="/settings/location" variant="default">
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={form.isSaving}>
              <Trans>Add location</Trans>
            </Button>
          </Group>
        </Form>
      </Stack>
    </PageLayout>
  )
}

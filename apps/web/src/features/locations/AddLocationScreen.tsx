import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Divider, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fallbackTimeZone, locationsQuery } from '../../entities/location/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { LocationFields } from './LocationFields.tsx'
import { emptyForm, withPlace } from './location-form.ts'
import { PlaceSearch } from './PlaceSearch.tsx'

export function AddLocationScreen({ onAdded }: { onAdded: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [form, setForm] = useState(() => emptyForm(fallbackTimeZone))
  const adding = useMutation({
    mutationFn: () => api.locations.add(form),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: locationsQuery.queryKey })
      onAdded()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!adding.isPending) adding.mutate()
  }
  if (!can(useMe(), 'admin_manage_locations')) return <ForbiddenScreen permission="admin_manage_locations" />
  return (
    <PageLayout title={t`Add location`} text={t`Another location of your business.`}>
      <Stack gap="md" maw={520}>
        <PlaceSearch onFound={(place) => setForm((now) => withPlace(now, place))} />
        <Divider label={t`or enter it yourself`} />
        <form onSubmit={submit}>
          <Stack gap="sm">
            <LocationFields form={form} onChange={(changes) => setForm((now) => ({ ...now, ...changes }))} />
            <ErrorText error={adding.error} />
            <Group justify="flex-end" gap="xs" mt="xs">
              <Button component={Link} to="/settings/location" variant="default">
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" loading={adding.isPending}>
                <Trans>Add location</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
    </PageLayout>
  )
}

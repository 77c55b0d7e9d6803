import type { AppVersion } from '@frontdesk/contract/api'
import { APP_VERSION } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import classes from './DevAdmin.module.css'
import { setNoticesQuery } from './queries.ts'

export function Versions({ versions, tzdataVersion }: { versions: readonly AppVersion[]; tzdataVersion: string }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const refetch = () => cache.invalidateQueries({ queryKey: setNoticesQuery.queryKey })
  const save = useMutation({
    mutationFn: (next: Omit<AppVersion, 'createdAt'>) => api.devAdmin.saveVersion(next),
    onSuccess: refetch,
  })
  const remove = useMutation({
    mutationFn: (gone: string) => api.devAdmin.deleteVersion({ version: gone }),
    onSuccess: refetch,
  })
  const form = useApiForm({
    initial: { version: '', isForced: false },
    rules: {
      version: [required, (version) => !/^\d+\.\d+\.\d+$/.test(version) && t`Three numbers, such as ${APP_VERSION}`],
    },
    save: async (values) => {
      await api.devAdmin.saveVersion({ ...values, isLive: true })
      await refetch()
    },
  })
  return (
    <>
      <ErrorText error={save.error ?? remove.error} mb="sm" />
      {versions.length > 0 && (
        <ul className={classes.list}>
          {versions.map((row) => (
            <li key={row.version} className={classes.row}>
              <strong className={classes.grow}>{row.version}</strong>
              <Switch
                size="xs"
                label={t`Live`}
                aria-label={t`${row.version} is live`}
                checked={row.isLive}
                onChange={() => save.mutate({ ...row, isLive: !row.isLive })}
              />
              <Switch
                size="xs"
                label={t`Forced`}
                aria-label={t`${row.version} is forced`}
                checked={row.isForced}
                onChange={() => save.mutate({ ...row, isForced: !row.isForced })}
              />
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={t`Delete ${row.version}`}
                onClick={() => remove.mutate(row.version)}
              >
                <Trans>Delete</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Form form={form} onSaved={() => form.set('version', '')}>
        <Group gap="xs" align="flex-end">
          <TextInput label={t`Version that’s live now`} placeholder={APP_VERSION} {...form.text('version')} />
          <Checkbox size="xs" mb={9} label={t`Force everyone to reload`} {...form.checkbox('isForced')} />
          <Button type="submit" variant="default" loading={form.isSaving}>
            <Trans>Announce</Trans>
          </Button>
        </Group>
      </Form>
      <Text size="xs" c="dimmed" mt={6}>
        <Trans>
          This page is version {APP_VERSION}. The server uses time zone data {tzdataVersion}.
        </Trans>
      </Text>
    </>
  )
}

import type { PromoBanner } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { Form } from '../../ui/form/Form.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { setNoticesQuery } from './queries.ts'

export function PromoBannerForm({ banner }: { banner: (PromoBanner & { isShown: boolean }) | null }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const form = useApiForm({
    initial: {
      text: banner?.text ?? '',
      linkLabel: banner?.linkLabel ?? '',
      linkUrl: banner?.linkUrl ?? '',
      isShown: banner?.isShown ?? true,
    },
    rules: {
      text: required,
      linkUrl: (url) => url !== '' && !URL.canParse(url) && t`Enter an address that starts with https://.`,
    },
    save: async ({ text, linkLabel, linkUrl, isShown }) => {
      await api.devAdmin.savePromoBanner({ text, linkLabel: linkLabel || null, linkUrl: linkUrl || null, isShown })
      await cache.invalidateQueries({ queryKey: setNoticesQuery.queryKey })
    },
  })
  return (
    <Form form={form}>
      <TextInput label={t`Text`} maxLength={200} {...form.text('text')} />
      <Group grow gap="sm">
        <TextInput label={t`Link text`} maxLength={40} {...form.text('linkLabel')} />
        <TextInput
          label={t`Link address`}
          type="url"
          placeholder="https://"
          maxLength={500}
          {...form.text('linkUrl')}
        />
      </Group>
      <Group justify="space-between">
        <Switch size="sm" label={t`Shown`} {...form.checkbox('isShown')} />
        <Button type="submit" variant="default" loading={form.isSaving}>
          <Trans>Save banner</Trans>
        </Button>
      </Group>
    </Form>
  )
}

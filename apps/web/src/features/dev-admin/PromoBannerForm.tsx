import type { PromoBanner } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { setNoticesQuery } from './queries.ts'

export function PromoBannerForm({ banner }: { banner: (PromoBanner & { isShown: boolean }) | null }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [text, setText] = useState(banner?.text ?? '')
  const [linkLabel, setLinkLabel] = useState(banner?.linkLabel ?? '')
  const [linkUrl, setLinkUrl] = useState(banner?.linkUrl ?? '')
  const [isShown, setIsShown] = useState(banner?.isShown ?? true)
  const save = useMutation({
    mutationFn: () =>
      api.devAdmin.savePromoBanner({ text, linkLabel: linkLabel || null, linkUrl: linkUrl || null, isShown }),
    onSuccess: () => cache.invalidateQueries({ queryKey: setNoticesQuery.queryKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <ErrorText error={save.error} />
        <TextInput
          label={t`Text`}
          required
          withAsterisk={false}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group grow gap="sm">
          <TextInput
            label={t`Link text`}
            maxLength={40}
            value={linkLabel}
            onChange={(event) => setLinkLabel(event.currentTarget.value)}
          />
          <TextInput
            label={t`Link address`}
            type="url"
            placeholder="https://"
            maxLength={500}
            value={linkUrl}
            onChange={(event) => setLinkUrl(event.currentTarget.value)}
          />
        </Group>
        <Group justify="space-between">
          <Switch
            size="sm"
            label={t`Shown`}
            checked={isShown}
            onChange={(event) => setIsShown(event.currentTarget.checked)}
          />
          <Button type="submit" variant="default" loading={save.isPending}>
            <Trans>Save banner</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

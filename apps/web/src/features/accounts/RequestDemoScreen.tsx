import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { api } from '../../lib/api.ts'
import { AuthLayout } from '../../ui/AuthLayout.tsx'
import { ErrorText } from '../../ui/ErrorText.tsx'
import { NOBODY_YET, useFields, WhoFields } from './WhoFields.tsx'

const EMPTY = { ...NOBODY_YET, phoneNumber: '', text: '' }

export function RequestDemoScreen() {
  const { t } = useLingui()
  const { fields, field } = useFields(EMPTY)
  const ask = useMutation({ mutationFn: () => api.registration.requestDemo(fields) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ask.isPending) ask.mutate()
  }
  const footer = (
    <Trans>
      Rather try it yourself? <Link to="/auth/sign-up">Create an account</Link>
    </Trans>
  )
  if (ask.isSuccess) {
    return (
      <AuthLayout
        title={t`We will be in touch`}
        text={t`Thank you. We write to ${fields.email} to find a time that suits you.`}
        footer={footer}
      />
    )
  }
  return (
    <AuthLayout title={t`See Frontdesk first`} text={t`We show you around in half an hour.`} footer={footer}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorText error={ask.error} />
          <WhoFields field={field} emailIs="email" />
          <TextInput label={t`Phone`} type="tel" autoComplete="tel" maxLength={40} {...field('phoneNumber')} />
          <Textarea
            label={t`What would you like to see?`}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={1000}
            {...field('text')}
          />
          <Button type="submit" loading={ask.isPending} mt={4}>
            <Trans>Ask for a demo</Trans>
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  )
}

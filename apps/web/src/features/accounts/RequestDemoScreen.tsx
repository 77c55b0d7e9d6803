import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { NO_PERSON, useFields, WhoFields } from './WhoFields.tsx'

const EMPTY = { ...NO_PERSON, phoneNumber: '', text: '' }

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
      Want to try it yourself? <Link to="/auth/sign-up">Create an account</Link>
    </Trans>
  )
  if (ask.isSuccess) {
    return (
      <AuthLayout
        title={t`We’ll be in touch`}
        text={t`Thanks! We’ll email ${fields.email} to find a time that works for you.`}
        footer={footer}
      />
    )
  }
  return (
    <AuthLayout title={t`Get a demo`} text={t`See Frontdesk in a 30-minute tour.`} footer={footer}>
      <Form onSubmit={submit}>
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
            <Trans>Get a demo</Trans>
          </Button>
        </Stack>
      </Form>
    </AuthLayout>
  )
}

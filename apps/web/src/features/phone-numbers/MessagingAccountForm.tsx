import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './PhoneNumbersScreen.module.css'
import { messagingAccountQuery } from './queries.ts'

/** The business’s own Twilio account. The token is sent once and never shown again. */
export function MessagingAccountForm() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const account = useQuery(messagingAccountQuery)
  const [accountSid, setAccountSid] = useState<string>()
  const [authToken, setAuthToken] = useState('')
  const sid = accountSid ?? account.data?.accountSid ?? ''

  const saving = useMutation({
    mutationFn: () => api.phoneNumbers.saveMessagingAccount({ accountSid: sid, authToken }),
    onSuccess: ({ data }) => {
      cache.setQueryData(messagingAccountQuery.queryKey, data)
      setAuthToken('')
      setAccountSid(undefined)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }

  return (
    <QueryState query={account} rows={1}>
      {(data) => {
        const { hasAuthToken } = data
        return (
          <Form onSubmit={submit}>
            <Stack gap="sm">
              <ErrorText error={saving.error} />
              <TextField
                name="account-sid"
                label={t`Account SID`}
                placeholder="AC…"
                autoComplete="off"
                spellCheck={false}
                pattern="AC[0-9a-f]{32}"
                title={t`Enter AC followed by 32 digits and letters from a to f.`}
                required
                value={sid}
                onChange={(event) => setAccountSid(event.currentTarget.value.trim())}
              />
              <PasswordInput
                label={t`Auth token`}
                description={
                  hasAuthToken
                    ? t`A token is stored and encrypted. Enter a new one to replace it.`
                    : t`Stored encrypted and never shown again.`
                }
                autoComplete="off"
                minLength={16}
                maxLength={100}
                required
                withAsterisk={false}
                value={authToken}
                onChange={(event) => setAuthToken(event.currentTarget.value)}
                visibilityToggleButtonProps={{ 'aria-label': t`Show or hide token`, tabIndex: 0 }}
              />
              <Group justify="flex-end" gap="sm">
                {saving.isSuccess && authToken === '' && (
                  <span className={classes.saved} role="status">
                    <Trans>Saved. Twilio accepted the account.</Trans>
                  </span>
                )}
                <Button type="submit" loading={saving.isPending}>
                  <Trans>Save account</Trans>
                </Button>
              </Group>
            </Stack>
          </Form>
        )
      }}
    </QueryState>
  )
}

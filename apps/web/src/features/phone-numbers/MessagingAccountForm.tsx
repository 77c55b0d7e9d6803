import type { MessagingAccount } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messagingAccountQuery } from '../../entities/phone-number/queries.ts'
import { api } from '../../lib/api.ts'
import { Form } from '../../ui/form/Form.tsx'
import { minLength, required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './PhoneNumbersScreen.module.css'

/** The business’s own Twilio account. The token is sent once and never shown again. */
export function MessagingAccountForm() {
  const account = useQuery(messagingAccountQuery)
  return (
    <QueryState query={account} rows={1}>
      {(data) => <AccountForm account={data} />}
    </QueryState>
  )
}

function AccountForm({ account }: { account: MessagingAccount }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const form = useApiForm({
    initial: { accountSid: account.accountSid ?? '', authToken: '' },
    rules: {
      accountSid: [
        required,
        (sid) => !/^AC[0-9a-f]{32}$/.test(sid.trim()) && t`Enter AC followed by 32 digits and letters from a to f.`,
      ],
      authToken: [required, minLength(16)],
    },
    save: async ({ accountSid, authToken }) => {
      const { data } = await api.phoneNumbers.saveMessagingAccount({ accountSid: accountSid.trim(), authToken })
      cache.setQueryData(messagingAccountQuery.queryKey, data)
    },
  })
  return (
    <Form form={form} onSaved={() => form.set('authToken', '')}>
      <TextInput
        label={t`Account SID`}
        placeholder="AC…"
        autoComplete="off"
        spellCheck={false}
        {...form.text('accountSid')}
      />
      <PasswordInput
        label={t`Auth token`}
        description={
          account.hasAuthToken
            ? t`A token is stored and encrypted. Enter a new one to replace it.`
            : t`Stored encrypted and never shown again.`
        }
        autoComplete="off"
        maxLength={100}
        {...form.text('authToken')}
        visibilityToggleButtonProps={{ 'aria-label': t`Show or hide token`, tabIndex: 0 }}
      />
      <Group justify="flex-end" gap="sm">
        {form.isSaved && form.values.authToken === '' && (
          <span className={classes.saved} role="status">
            <Trans>Saved. Twilio accepted the account.</Trans>
          </span>
        )}
        <Button type="submit" loading={form.isSaving}>
          <Trans>Save account</Trans>
        </Button>
      </Group>
    </Form>
  )
}

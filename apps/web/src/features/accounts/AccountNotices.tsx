import { can } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, CloseButton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { useErrorText } from '../../ui/form/use-error-text.ts'
import classes from './AccountNotices.module.css'
import { mailStatusQuery, securityQuery } from './queries.ts'

const REFETCH_MS = 5 * 60_000

/** Dismissible notices above the screen: an email to confirm, emails that cannot be sent. */
export function AccountNotices() {
  const me = useMe()
  return (
    <>
      <ConfirmEmail />
      {can(me, 'admin_manage_settings') && <EmailsWaiting />}
    </>
  )
}

function ConfirmEmail() {
  const { t } = useLingui()
  const [isDismissed, setIsDismissed] = useState(false)
  const security = useQuery({ ...securityQuery, staleTime: REFETCH_MS })
  const resend = useMutation({ mutationFn: () => api.registration.resendVerification({}) })
  const failure = useErrorText(resend.error)
  if (isDismissed || !security.data || security.data.isEmailVerified) return null
  const { email } = security.data
  return (
    <div className={classes.notice} role="status">
      <span className={classes.words}>
        {resend.isSuccess ? (
          <Trans>We sent a new link to {email}.</Trans>
        ) : resend.isError ? (
          failure
        ) : (
          <Trans>Confirm your email: we sent a link to {email}.</Trans>
        )}{' '}
        {!resend.isSuccess && (
          <Anchor component="button" type="button" size="sm" onClick={() => !resend.isPending && resend.mutate()}>
            <Trans>Resend</Trans>
          </Anchor>
        )}
      </span>
      <CloseButton size="sm" aria-label={t`Dismiss`} onClick={() => setIsDismissed(true)} />
    </div>
  )
}

function EmailsWaiting() {
  const { t } = useLingui()
  const [isDismissed, setIsDismissed] = useState(false)
  const mail = useQuery({ ...mailStatusQuery, refetchInterval: REFETCH_MS })
  if (isDismissed || !mail.data || mail.data.waiting === 0) return null
  const { waiting, lastError } = mail.data
  return (
    <div className={classes.notice} role="status" title={lastError ?? undefined}>
      <span className={classes.words}>
        <Plural
          value={waiting}
          one="# email hasn’t been sent yet: the email server isn’t responding. We’ll send it as soon as it does."
          other="# emails haven’t been sent yet: the email server isn’t responding. We’ll send them as soon as it does."
        />
      </span>
      <CloseButton size="sm" aria-label={t`Dismiss`} onClick={() => setIsDismissed(true)} />
    </div>
  )
}

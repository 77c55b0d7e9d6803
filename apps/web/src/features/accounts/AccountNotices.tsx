import { can } from '@frontdesk/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, CloseButton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { useErrorText } from '../../ui/use-error-text.ts'
import classes from './AccountNotices.module.css'
import { mailStatusQuery, securityQuery } from './queries.ts'

const LOOK_AGAIN_MS = 5 * 60_000

/** Quiet words above the screen: an address to confirm, mails that do not get away. Each can be put aside. */
export function AccountNotices() {
  const me = useMe()
  return (
    <>
      <ConfirmAddress />
      {can(me, 'admin_manage_settings') && <MailsWait />}
    </>
  )
}

function ConfirmAddress() {
  const { t } = useLingui()
  const [isAside, setIsAside] = useState(false)
  const security = useQuery({ ...securityQuery, staleTime: LOOK_AGAIN_MS })
  const resend = useMutation({ mutationFn: () => api.registration.resendVerification({}) })
  const failure = useErrorText(resend.error)
  if (isAside || !security.data || security.data.isEmailVerified) return null
  const { email } = security.data
  return (
    <div className={classes.notice} role="status">
      <span className={classes.words}>
        {resend.isSuccess ? (
          <Trans>A new link is on its way to {email}.</Trans>
        ) : resend.isError ? (
          failure
        ) : (
          <Trans>Confirm your e-mail address: we sent a link to {email}.</Trans>
        )}{' '}
        {!resend.isSuccess && (
          <Anchor component="button" type="button" size="sm" onClick={() => !resend.isPending && resend.mutate()}>
            <Trans>Send it again</Trans>
          </Anchor>
        )}
      </span>
      <CloseButton size="sm" aria-label={t`Put aside`} onClick={() => setIsAside(true)} />
    </div>
  )
}

function MailsWait() {
  const { t } = useLingui()
  const [isAside, setIsAside] = useState(false)
  const mail = useQuery({ ...mailStatusQuery, refetchInterval: LOOK_AGAIN_MS })
  if (isAside || !mail.data || mail.data.waiting === 0) return null
  const { waiting, lastError } = mail.data
  return (
    <div className={classes.notice} role="status" title={lastError ?? undefined}>
      <span className={classes.words}>
        <Plural
          value={waiting}
          one="# mail is waiting: the mail server does not take it now. It is sent as soon as it does."
          other="# mails are waiting: the mail server does not take them now. They are sent as soon as it does."
        />
      </span>
      <CloseButton size="sm" aria-label={t`Put aside`} onClick={() => setIsAside(true)} />
    </div>
  )
}

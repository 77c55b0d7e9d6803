import type { Security } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { ChangeEmailModal } from './ChangeEmailModal.tsx'
import { ChangePasswordModal } from './ChangePasswordModal.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { securityQuery } from './queries.ts'
import classes from './SecurityScreen.module.css'
import { NewCodesModal, SetUpTwoStepModal, StopTwoStepModal } from './TwoStepModals.tsx'

type Dialog = 'password' | 'email' | 'set-up' | 'new-codes' | 'stop'

export function SecurityScreen() {
  const { t } = useLingui()
  const me = useMe()
  const cache = useQueryClient()
  const security = useQuery(securityQuery)
  const [open, setOpen] = useState<Dialog>()
  const [notice, setNotice] = useState('')
  const close = () => {
    setOpen(undefined)
    void cache.invalidateQueries({ queryKey: securityQuery.queryKey })
  }

  return (
    <PageLayout title={t`Security`} text={t`How you sign in, and where you’re signed in.`}>
      <QueryState query={security} rows={4}>
        {(data) => (
          <>
            <PageSection title={t`Sign-in`}>
              <div className={classes.rows}>
                <EmailRow security={data} onChange={() => setOpen('email')} />
                <Row
                  title={t`Password`}
                  text={t`Changing your password ends your other sessions.`}
                  action={
                    <Button variant="default" size="xs" onClick={() => setOpen('password')}>
                      <Trans>Change password</Trans>
                    </Button>
                  }
                />
                <TwoStepRow security={data} onOpen={setOpen} />
              </div>
              <div role="status" className={classes.notice}>
                {notice}
              </div>
            </PageSection>
            {can(me, 'admin_manage_users') && (
              <PageSection title={t`Your team`}>
                <RequireTwoStep security={data} />
              </PageSection>
            )}
          </>
        )}
      </QueryState>
      <PageSection
        title={t`Where you’re signed in`}
        text={t`Don’t recognize a session? End it, then change your password.`}
      >
        <OwnSessions />
      </PageSection>
      {open === 'password' && <ChangePasswordModal onClose={close} onSaved={() => setNotice(t`Password changed.`)} />}
      {open === 'email' && (
        <ChangeEmailModal
          onClose={close}
          onSaved={(email) => setNotice(t`We sent a link to ${email}. Your email changes when you open it.`)}
        />
      )}
      {open === 'set-up' && <SetUpTwoStepModal onClose={close} />}
      {open === 'new-codes' && <NewCodesModal onClose={close} />}
      {open === 'stop' && <StopTwoStepModal onClose={close} />}
    </PageLayout>
  )
}

interface RowProps {
  title: string
  badge?: ReactNode
  text: ReactNode
  action: ReactNode
}

function Row({ title, badge, text, action }: RowProps) {
  return (
    <div className={classes.row}>
      <div className={classes.what}>
        <div className={classes.name}>
          {title} {badge}
        </div>
        <div className={classes.soft}>{text}</div>
      </div>
      {action}
    </div>
  )
}

function EmailRow({ security, onChange }: { security: Security; onChange: () => void }) {
  const { t } = useLingui()
  return (
    <Row
      title={t`Email`}
      badge={
        !security.isEmailVerified && (
          <span className={classes.warning}>
            <Trans>Not confirmed</Trans>
          </span>
        )
      }
      text={security.email}
      action={
        <Button variant="default" size="xs" onClick={onChange}>
          <Trans>Change email</Trans>
        </Button>
      }
    />
  )
}

function TwoStepRow({ security: { twoStep }, onOpen }: { security: Security; onOpen: (dialog: Dialog) => void }) {
  const { t } = useLingui()
  if (!twoStep.isOn) {
    return (
      <Row
        title={t`Two-step sign-in`}
        text={t`Enter a code from an authenticator app as well as your password.`}
        action={
          <Button size="xs" onClick={() => onOpen('set-up')}>
            <Trans>Set up</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <Row
      title={t`Two-step sign-in`}
      badge={
        <span className={classes.good}>
          <Trans>On</Trans>
        </span>
      }
      text={<Plural value={twoStep.recoveryCodesLeft} one="# recovery code left" other="# recovery codes left" />}
      action={
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => onOpen('new-codes')}>
            <Trans>New recovery codes</Trans>
          </Button>
          {!twoStep.isRequired && (
            <Button variant="default" size="xs" onClick={() => onOpen('stop')}>
              <Trans>Turn off</Trans>
            </Button>
          )}
        </Group>
      }
    />
  )
}

function RequireTwoStep({ security: { twoStep } }: { security: Security }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const require = useMutation({
    mutationFn: (isRequired: boolean) => api.security.requireTwoStep({ isRequired }),
    onSettled: () => cache.invalidateQueries({ queryKey: securityQuery.queryKey }),
  })
  return (
    <>
      <ErrorText error={require.error} mb="sm" />
      <Switch
        label={t`Require two-step sign-in for everyone`}
        description={
          twoStep.isOn || twoStep.isRequired
            ? t`Teammates who haven’t set it up are signed out now and set it up the next time they sign in.`
            : t`Set it up for yourself first.`
        }
        checked={twoStep.isRequired}
        disabled={require.isPending || (!twoStep.isOn && !twoStep.isRequired)}
        onChange={(event) => require.mutate(event.currentTarget.checked)}
      />
    </>
  )
}

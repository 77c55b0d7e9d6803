import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { session } from '../../lib/session/session.ts'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { TwoStepSetup } from './TwoStepSetup.tsx'

/** Shown before anything else to people whose business requires two-step sign-in. */
export function TwoStepSetupScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const goOn = () => {
    if (session.current) session.set({ ...session.current, needsTwoStep: false })
    void navigate({ to: '/', replace: true })
  }
  return (
    <AuthLayout
      title={t`Set up two-step sign-in`}
      text={t`Your business requires it for everyone.`}
      footer={
        <Link to="/logout">
          <Trans>Sign out</Trans>
        </Link>
      }
    >
      <TwoStepSetup onDone={goOn} />
    </AuthLayout>
  )
}

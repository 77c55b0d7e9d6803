import type { Automation } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { useAutomationActions } from './use-automation-actions.ts'

/** Turns an automation on and off. */
export function AutomationSwitch({ automation }: { automation: Automation }) {
  const { t } = useLingui()
  const mayAct = !useSession()?.viewingAs && automation.canEdit
  const { setEnabled } = useAutomationActions(automation)
  const [isSaving, setIsSaving] = useState(false)
  const { name, isEnabled } = automation
  return (
    <Switch
      aria-label={t`Turn on ${name}`}
      label={isEnabled ? t`On` : t`Off`}
      checked={isEnabled}
      disabled={!mayAct || isSaving}
      onChange={async ({ currentTarget: { checked } }) => {
        setIsSaving(true)
        await setEnabled(checked)
        setIsSaving(false)
      }}
    />
  )
}

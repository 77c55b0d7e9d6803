import { useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import classes from './Services.module.css'
import type { ServiceValues } from './service-values.ts'

/** Whether people can book a service on the booking page. */
export function OnlineFields({ form }: { form: ApiForm<ServiceValues> }) {
  const { t } = useLingui()
  return (
    <div className={classes.stack}>
      <Switch
        label={t`On the booking page`}
        description={t`People can book it themselves. Your team always can.`}
        {...form.checkbox('isOnline')}
      />
      {form.values.isOnline && (
        <Switch
          label={t`Approve first`}
          description={t`The time is taken until someone on your team approves or declines the request.`}
          {...form.checkbox('requiresApproval')}
        />
      )}
    </div>
  )
}

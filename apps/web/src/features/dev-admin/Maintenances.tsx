import type { PlannedMaintenance } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import classes from './DevAdmin.module.css'
import { MaintenanceForm } from './MaintenanceForm.tsx'
import { setNoticesQuery } from './queries.ts'

export function Maintenances({ maintenances }: { maintenances: readonly PlannedMaintenance[] }) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const [isPlanning, setIsPlanning] = useState(false)
  const refetch = () => cache.invalidateQueries({ queryKey: setNoticesQuery.queryKey })
  const show = useMutation({
    mutationFn: ({ id, ...plan }: PlannedMaintenance) =>
      api.devAdmin.saveMaintenance({ ...plan, maintenanceID: id, isShown: !plan.isShown }),
    onSuccess: refetch,
  })
  const remove = useMutation({
    mutationFn: (maintenanceID: string) => api.devAdmin.deleteMaintenance({ maintenanceID }),
    onSuccess: refetch,
  })
  const when = (instant: string) => i18n.date(instant, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      <ErrorText error={show.error ?? remove.error} mb="sm" />
      {maintenances.length > 0 && (
        <ul className={classes.list}>
          {maintenances.map((planned) => (
            <li key={planned.id} className={classes.row}>
              <div className={classes.grow}>
                <div>
                  {when(planned.startsAt)} – {when(planned.endsAt)}
                </div>
                <div className={classes.soft}>
                  {planned.tenantIDs === null ? (
                    <Trans>All businesses</Trans>
                  ) : (
                    <Plural value={planned.tenantIDs.length} one="# business" other="# businesses" />
                  )}
                  {planned.message && ` · ${planned.message}`}
                </div>
              </div>
              <Switch
                size="xs"
                label={t`Shown`}
                aria-label={t`Show the maintenance on ${when(planned.startsAt)}`}
                checked={planned.isShown}
                onChange={() => show.mutate(planned)}
              />
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={t`Cancel the maintenance on ${when(planned.startsAt)}`}
                onClick={() => remove.mutate(planned.id)}
              >
                <Trans>Cancel</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="default" onClick={() => setIsPlanning(true)}>
        <Trans>Schedule maintenance</Trans>
      </Button>
      {isPlanning && <MaintenanceForm onClose={() => setIsPlanning(false)} onSaved={refetch} />}
    </>
  )
}

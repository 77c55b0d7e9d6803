import type { SessionInfo } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconDeviceUnknown } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fallbackTimeZone } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { countryName as nameOfCountry } from '../../lib/country-name.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import { ownSessionsQuery } from './queries.ts'
import classes from './SecurityScreen.module.css'

const ICONS = {
  desktop: IconDeviceDesktop,
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
  other: IconDeviceUnknown,
}

export function OwnSessions() {
  const cache = useQueryClient()
  const sessions = useQuery(ownSessionsQuery)
  const refresh = () => cache.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })
  const end = useMutation({
    mutationFn: (sessionId: string) => api.security.revokeSession({ sessionId }),
    onSettled: refresh,
  })
  const endOthers = useMutation({ mutationFn: () => api.security.revokeOtherSessions({}), onSettled: refresh })
  return (
    <QueryState query={sessions} rows={2}>
      {(data) => (
        <>
          <ErrorText error={end.error ?? endOthers.error} mb="sm" />
          <ul className={classes.sessions}>
            {data.map((session) => (
              <SessionRow
                key={session.sessionId}
                session={session}
                isEnding={end.isPending && end.variables === session.sessionId}
                onEnd={() => end.mutate(session.sessionId)}
              />
            ))}
          </ul>
          {data.length > 1 && (
            <Button variant="default" size="xs" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
              <Trans>End all other sessions</Trans>
            </Button>
          )}
        </>
      )}
    </QueryState>
  )
}

interface RowProps {
  session: SessionInfo
  isEnding: boolean
  onEnd: () => void
}

function SessionRow({ session, isEnding, onEnd }: RowProps) {
  const { t, i18n } = useLingui()
  const { browser, os, kind, address, country, tenantName, isCurrent, lastSeenAt } = session
  const DeviceIcon = ICONS[kind]
  const device = browser && os ? t`${browser} on ${os}` : (browser ?? os ?? t`Unknown device`)
  const countryName = country && nameOfCountry(i18n, country)
  return (
    <li className={classes.row}>
      <DeviceIcon size={20} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <div className={classes.what}>
        <div className={classes.name}>
          {device}
          {isCurrent && (
            <span className={classes.good}>
              <Trans>This device</Trans>
            </span>
          )}
        </div>
        <div className={classes.soft}>
          {[tenantName, countryName, address].filter(Boolean).join(' · ')}
          {' · '}
          {isCurrent ? <Trans>Now</Trans> : <ShortTime at={lastSeenAt} zone={fallbackTimeZone} />}
        </div>
      </div>
      {!isCurrent && (
        <Button variant="default" size="xs" loading={isEnding} onClick={onEnd} aria-label={t`End session: ${device}`}>
          <Trans>End</Trans>
        </Button>
      )}
    </li>
  )
}

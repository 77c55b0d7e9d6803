import { Plural, Trans } from '@lingui/react/macro'
import { Button, Code, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { exact, moment } from '../../lib/time.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './DevAdmin.module.css'
import { browserErrorsQuery } from './queries.ts'

export function BrowserErrors() {
  const cache = useQueryClient()
  const errors = useQuery(browserErrorsQuery)
  const clear = useMutation({
    mutationFn: () => api.devAdmin.clearBrowserErrors(),
    onSuccess: () => cache.invalidateQueries({ queryKey: browserErrorsQuery.queryKey }),
  })
  return (
    <QueryState
      query={errors}
      rows={3}
      empty={
        <Text size="sm" c="dimmed">
          <Trans>No errors reported.</Trans>
        </Text>
      }
    >
      {(data) => (
        <>
          <ErrorText error={clear.error} mb="sm" />
          <ul className={classes.list}>
            {data.map((row) => (
              <li key={row.id} className={classes.row}>
                <div className={classes.grow}>
                  <strong>
                    {row.name}: {row.message}
                  </strong>
                  <Text size="xs" c="dimmed">
                    <Plural value={row.count} one="# time" other="# times" />, <Trans>last seen</Trans>{' '}
                    <time dateTime={row.lastSeenAt} title={exact(row.lastSeenAt)}>
                      {moment(row.lastSeenAt)}
                    </time>{' '}
                    · {row.page} · {row.browser} · {row.appVersion}
                  </Text>
                  <Code block>{row.stack}</Code>
                </div>
              </li>
            ))}
          </ul>
          <Button size="xs" variant="default" loading={clear.isPending} onClick={() => clear.mutate()}>
            <Trans>Clear browser errors</Trans>
          </Button>
        </>
      )}
    </QueryState>
  )
}

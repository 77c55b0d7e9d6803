import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ROLE_TEXTS } from '../../entities/teammate/role-texts.ts'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { confirm } from '../../ui/modal/confirm.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import classes from './DevAdmin.module.css'
import { demoQuery } from './queries.ts'

export function Demo() {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const demo = useQuery(demoQuery)
  const reset = async () => {
    cache.setQueryData(demoQuery.queryKey, (await api.devAdmin.resetDemo()).data)
    await cache.invalidateQueries({ queryKey: ['dev-admin', 'tenants'] })
  }
  const making = useMutation({ mutationFn: reset })
  return (
    <QueryState query={demo} rows={2}>
      {(data) => {
        const { business, canReset, password } = data
        if (!canReset) {
          return (
            <Text size="sm" c="dimmed">
              <Trans>There’s no sandbox here, so a demo business would have no one to text with.</Trans>
            </Text>
          )
        }
        if (!business) {
          return (
            <>
              <ErrorText error={making.error} mb="sm" />
              <Button variant="default" loading={making.isPending} onClick={() => making.mutate()}>
                <Trans>Create the demo business</Trans>
              </Button>
            </>
          )
        }
        return (
          <>
            <Text size="sm" mb="sm">
              <Trans>
                {business.name}, created <ShortTime at={business.createdOnUtc} />. All of these logins use the password{' '}
                <code>{password}</code>.
              </Trans>
            </Text>
            <ul className={classes.list} aria-label={t`Demo logins`}>
              {business.logins.map(({ email, displayName, roleName }) => (
                <li key={email} className={classes.row}>
                  <div className={classes.grow}>
                    <strong>{email}</strong>
                    <div className={classes.soft}>
                      {displayName} · {i18n._(ROLE_TEXTS[roleName])}
                    </div>
                  </div>
                </li>
              ))}
            </ul>
            <Button
              variant="default"
              onClick={() =>
                confirm({
                  title: t`Reset the demo business?`,
                  confirmLabel: t`Reset`,
                  text: t`This deletes everything done in ${business.name}, signs everyone there out, and starts it over.`,
                  act: reset,
                })
              }
            >
              <Trans>Reset the demo business</Trans>
            </Button>
          </>
        )
      }}
    </QueryState>
  )
}

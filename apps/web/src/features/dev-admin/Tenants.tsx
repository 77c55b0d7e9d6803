import type { TenantSummary } from '@frontdesk/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import classes from './DevAdmin.module.css'
import { tenantsQuery } from './queries.ts'
import { SubscriptionModal } from './SubscriptionModal.tsx'

export function Tenants() {
  const { t } = useLingui()
  const [term, setTerm] = useState('')
  const [login, setLogin] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    setLogin(term.trim())
  }
  return (
    <>
      <form onSubmit={search}>
        <TextInput
          type="search"
          mb="sm"
          label={t`Email of someone at the business`}
          value={term}
          onChange={(event) => {
            setTerm(event.currentTarget.value)
            if (event.currentTarget.value === '') setLogin('')
          }}
        />
      </form>
      <Found login={login} />
    </>
  )
}

function Found({ login }: { login: string }) {
  const { t } = useLingui()
  const found = useInfiniteQuery(tenantsQuery(login))
  const [editing, setEditing] = useState<TenantSummary>()
  if (found.isPending) return <LoadingRows count={4} />
  if (found.isError) return <FailedState error={found.error} onRetry={() => void found.refetch()} />
  const tenants = found.data.pages.flatMap((page) => page.tenants)
  if (tenants.length === 0) {
    return <EmptyState title={t`No results`} text={t`Enter the full email of someone who signs in to that business.`} />
  }
  return (
    <>
      <ul className={classes.list}>
        {tenants.map((tenant) => (
          <li key={tenant.tenantId} className={classes.row}>
            <div className={classes.grow}>
              <strong>{tenant.name}</strong>
              <div className={classes.soft}>
                {tenant.ownerEmail} · <Plural value={tenant.teammates} one="# teammate" other="# teammates" /> ·{' '}
                <Plural value={tenant.phoneNumbers} one="# number" other="# numbers" />
              </div>
              <div className={classes.soft}>{tenant.tenantId}</div>
            </div>
            {tenant.subscription.isDemoAccount && (
              <Badge variant="default" size="sm">
                <Trans>Demo</Trans>
              </Badge>
            )}
            <Badge variant="light" size="sm" color={tenant.subscription.isSubscribed ? 'indigo' : 'red'}>
              {tenant.subscription.subscriptionName} · {tenant.subscription.status}
            </Badge>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t`Change ${tenant.name}’s subscription`}
              onClick={() => setEditing(tenant)}
            >
              <Trans>Change</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
      {editing && <SubscriptionModal tenant={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

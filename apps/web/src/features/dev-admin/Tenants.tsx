import type { TenantSummary } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../ui/form/Form.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { PagedList } from '../../ui/list/PagedList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import classes from './DevAdmin.module.css'
import { tenantsQuery } from './queries.ts'
import { SubscriptionModal } from './SubscriptionModal.tsx'

export function Tenants() {
  const { t } = useLingui()
  const [login, setLogin] = useState('')
  const form = useApiForm({ initial: { term: '' }, save: async ({ term }) => setLogin(term.trim()) })
  return (
    <>
      <Form form={form}>
        <TextInput
          type="search"
          mb="sm"
          label={t`Email of someone at the business`}
          {...form.text('term')}
          onChange={(event) => {
            form.set('term', event.currentTarget.value)
            if (event.currentTarget.value === '') setLogin('')
          }}
        />
      </Form>
      <TenantList login={login} />
    </>
  )
}

function TenantList({ login }: { login: string }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(tenantsQuery(login))
  const [editing, setEditing] = useState<TenantSummary>()
  return (
    <>
      <PagedList
        query={query}
        items={({ tenants }) => tenants}
        itemKey={({ tenantId }) => tenantId}
        row={(tenant) => <Row tenant={tenant} onEdit={() => setEditing(tenant)} />}
        rows={4}
        className={classes.list}
        empty={
          <EmptyState title={t`No results`} text={t`Enter the full email of someone who signs in to that business.`} />
        }
      />
      {editing && <SubscriptionModal tenant={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

function Row({ tenant, onEdit }: { tenant: TenantSummary; onEdit: () => void }) {
  const { t } = useLingui()
  return (
    <li className={classes.row}>
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
      <Button size="compact-xs" variant="default" aria-label={t`Change ${tenant.name}’s subscription`} onClick={onEdit}>
        <Trans>Change</Trans>
      </Button>
    </li>
  )
}

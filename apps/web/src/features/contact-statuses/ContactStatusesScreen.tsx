import type { ContactStatus, ContactStatuses } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTag, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contactStatusesQuery } from '../../entities/status/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { useSavedDraft } from '../../ui/form/use-saved-draft.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { MoveButtons } from '../../ui/list/MoveButtons.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { confirm } from '../../ui/modal/confirm.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './ContactStatusesScreen.module.css'
import { newKey, statusUseQuery } from './queries.ts'

export function ContactStatusesScreen() {
  const { t } = useLingui()
  const statuses = useQuery(contactStatusesQuery)
  if (!can(useMe(), 'admin_manage_settings')) return <ForbiddenScreen permission="admin_manage_settings" />
  return (
    <PageLayout
      title={t`Contact statuses`}
      text={t`Track where each contact stands. Set a status in a conversation’s details. A closed status also closes the conversation.`}
    >
      <QueryState query={statuses} rows={3}>
        {(data) => <Statuses stored={data} />}
      </QueryState>
    </PageLayout>
  )
}

const areRight = (statuses: ContactStatus[]) => {
  const names = statuses.map(({ name }) => name.trim().toLowerCase())
  return names.every((name) => name !== '') && new Set(names).size === names.length
}

function Statuses({ stored }: { stored: ContactStatuses }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const use = useQuery(statusUseQuery)
  const {
    value: statuses,
    change,
    ...saving
  } = useSavedDraft({
    stored: stored.statuses,
    queryKey: contactStatusesQuery.queryKey,
    isValid: areRight,
    save: async (value) => {
      const { version } = cache.getQueryData(contactStatusesQuery.queryKey) ?? stored
      cache.setQueryData(contactStatusesQuery.queryKey, await api.contactStatuses.save({ statuses: value, version }))
    },
  })

  const setOne = (key: string, changes: Partial<ContactStatus>) =>
    change(statuses.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const remove = (key: string) => change(statuses.filter((one) => one.key !== key))
  const confirmRemoval = ({ key, name }: ContactStatus, count: number) =>
    confirm({
      title: t`Remove “${name}”?`,
      confirmLabel: t`Remove status`,
      text: (
        <>
          <Plural
            value={count}
            one="# conversation has this status and will have no status."
            other="# conversations have this status and will have no status."
          />{' '}
          <Trans>Nothing else about them changes.</Trans>
        </>
      ),
      act: async () => remove(key),
    })
  const suggest = () =>
    change([
      { key: 'new-lead', name: t`New lead`, type: 'OPEN' },
      { key: 'contacted', name: t`Contacted`, type: 'OPEN' },
      { key: 'booked', name: t`Booked`, type: 'OPEN' },
      { key: 'won', name: t`Won`, type: 'closed' },
      { key: 'lost', name: t`Lost`, type: 'closed' },
    ])

  if (statuses.length === 0) {
    return (
      <EmptyState
        icon={<IconTag size={28} stroke={1.5} />}
        title={t`No statuses yet`}
        text={t`Start with the suggested statuses and edit them, or add your own.`}
        action={
          <>
            <Button size="xs" mr="xs" onClick={suggest}>
              <Trans>Add suggested statuses</Trans>
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => change([{ key: newKey(), name: t`New status`, type: 'OPEN' }])}
            >
              <Trans>Add a status</Trans>
            </Button>
          </>
        }
      />
    )
  }
  return (
    <>
      <ul className={rowClasses.list}>
        {statuses.map((status, index) => {
          const { key, name, type } = status
          const count = use.data?.[key] ?? 0
          const isTaken = statuses.some(
            (one) => one.key !== key && one.name.trim().toLowerCase() === name.trim().toLowerCase(),
          )
          return (
            <li key={key} className={classes.status}>
              <TextInput
                className={classes.name}
                aria-label={t`Name of status ${index + 1}`}
                maxLength={40}
                value={name}
                error={name.trim() === '' ? t`Enter a name` : isTaken && t`Another status has this name`}
                onChange={(event) => setOne(key, { name: event.currentTarget.value })}
                onBlur={saving.flush}
              />
              <Select
                w={120}
                aria-label={t`Type of ${name}`}
                allowDeselect={false}
                value={type}
                onChange={(next) => next && setOne(key, { type: next as ContactStatus['type'] })}
                data={[
                  { value: 'OPEN', label: t`Open` },
                  { value: 'closed', label: t`Closed` },
                ]}
              />
              <span className={classes.count}>
                {count > 0 && <Plural value={count} one="# conversation" other="# conversations" />}
              </span>
              <MoveButtons items={statuses} index={index} name={name} onMove={change} />
              <ActionIcon
                aria-label={t`Remove ${name}`}
                onClick={() => (count > 0 ? confirmRemoval(status, count) : remove(key))}
              >
                <IconTrash size={16} stroke={1.75} />
              </ActionIcon>
            </li>
          )
        })}
      </ul>
      <div className={classes.foot}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} />}
          disabled={statuses.length >= 50}
          onClick={() =>
            change([...statuses, { key: newKey(), name: freeName(statuses, t`New status`), type: 'OPEN' }])
          }
        >
          <Trans>Add a status</Trans>
        </Button>
        <SaveNote state={saving.state} />
      </div>
    </>
  )
}

const freeName = (statuses: ContactStatus[], name: string) => {
  const taken = new Set(statuses.map((status) => status.name.trim().toLowerCase()))
  let free = name
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} ${n}`
  return free
}

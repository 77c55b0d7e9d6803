import type { Label, Labels } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTags, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BulkProgress } from '../../entities/bulk-action/BulkProgress.tsx'
import { bulkActionsQuery } from '../../entities/bulk-action/queries.ts'
import { labelsQuery } from '../../entities/label/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { useMe } from '../../lib/session/use-me.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { MoveButtons } from '../../ui/list/MoveButtons.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { DeleteLabelModal } from './DeleteLabelModal.tsx'
import { LabelModal } from './LabelModal.tsx'
import classes from './LabelsScreen.module.css'
import { labelUseQuery, useSaveLabels } from './queries.ts'

export function LabelsScreen() {
  const { t } = useLingui()
  const labels = useQuery(labelsQuery)
  const labelActions = (useQuery(bulkActionsQuery).data ?? []).filter(({ change }) => change === 'change-labels')
  const [isAdding, setIsAdding] = useState(false)
  if (!can(useMe(), 'admin_manage_settings')) return <ForbiddenScreen permission="admin_manage_settings" />
  return (
    <PageLayout
      title={t`Labels`}
      text={t`Organize contacts with labels. Add them from a conversation’s details.`}
      actions={
        labels.data && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
            <Trans>Add a label</Trans>
          </Button>
        )
      }
    >
      <BulkProgress actions={labelActions} />
      <QueryState query={labels} rows={6}>
        {(data) => <LabelList stored={data} />}
      </QueryState>
      {isAdding && labels.data && <LabelModal stored={labels.data} onClose={() => setIsAdding(false)} />}
    </PageLayout>
  )
}

function LabelList({ stored }: { stored: Labels }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const use = useQuery(labelUseQuery)
  const saveLabels = useSaveLabels()
  const [changing, setChanging] = useState<Label>()
  const [removing, setRemoving] = useState<Label>()
  const { labels } = stored
  const ordering = useMutation({
    mutationFn: async (next: Label[]) => {
      cache.setQueryData(labelsQuery.queryKey, { ...stored, labels: next })
      await saveLabels(stored, next)
    },
    onError: () => cache.invalidateQueries({ queryKey: labelsQuery.queryKey }),
  })
  const order = (next: Label[]) => {
    // A disabled button would lose the focus.
    if (!ordering.isPending) ordering.mutate(next)
  }
  if (labels.length === 0) {
    return (
      <EmptyState
        icon={<IconTags size={28} stroke={1.5} />}
        title={t`No labels yet`}
        text={t`Add a label, such as “New Lead” or “Follow-up”, and use it to organize contacts.`}
      />
    )
  }
  return (
    <>
      <ErrorText error={ordering.error} mb="sm" />
      <ul className={rowClasses.list}>
        {labels.map((label, index) => {
          const { name, color } = label
          const count = use.data?.[name] ?? 0
          return (
            <li key={name} className={classes.label}>
              <span className={classes.dot} style={{ background: color }} />
              <span className={classes.name} dir="auto">
                {name}
              </span>
              <span className={classes.count}>
                {count > 0 && <Plural value={count} one="# contact" other="# contacts" />}
              </span>
              <span className={classes.tools}>
                <MoveButtons items={labels} index={index} name={name} onMove={order} />
                <ActionIcon aria-label={t`Edit ${name}`} onClick={() => setChanging(label)}>
                  <IconPencil size={16} stroke={1.75} />
                </ActionIcon>
                <ActionIcon aria-label={t`Delete ${name}`} onClick={() => setRemoving(label)}>
                  <IconTrash size={16} stroke={1.75} />
                </ActionIcon>
              </span>
            </li>
          )
        })}
      </ul>
      {changing && <LabelModal stored={stored} label={changing} onClose={() => setChanging(undefined)} />}
      {removing && <DeleteLabelModal stored={stored} label={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

import type { Template } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { templatesQuery } from '../../entities/template/queries.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { FilterBar, ListSearch } from '../../ui/list/FilterBar.tsx'
import { isSelected, useSelection } from '../../ui/list/selection.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { canDelete, useDeleteTemplates } from './delete-templates.ts'
import { TemplateModal } from './TemplateModal.tsx'
import { useTemplateColumns } from './use-template-columns.tsx'

type Open = { template?: Template }

export function TemplatesScreen() {
  const { t } = useLingui()
  const isManager = can(useMe(), 'convos_manage_templates')
  const [open, setOpen] = useState<Open>()
  const newTemplate = (size: 'xs' | 'sm') =>
    isManager && (
      <Button size={size} leftSection={<IconPlus size={16} />} onClick={() => setOpen({})}>
        <Trans>New template</Trans>
      </Button>
    )
  return (
    <PageLayout
      isWide
      title={t`Templates`}
      text={t`Texts your team sends often. In a conversation, use the template button or type /.`}
      actions={newTemplate('sm')}
    >
      <Templates isManager={isManager} newTemplate={newTemplate('xs')} onEdit={(template) => setOpen({ template })} />
      {open && <TemplateModal {...open} onClose={() => setOpen(undefined)} />}
    </PageLayout>
  )
}

interface Props {
  isManager: boolean
  newTemplate: ReactNode
  onEdit: (template: Template) => void
}

function Templates({ isManager, newTemplate, onEdit }: Props) {
  const { t } = useLingui()
  const templates = useQuery(templatesQuery)
  const [term, setTerm] = useState('')
  const search = term.trim().toLocaleLowerCase()
  const matching = (list: readonly Template[]) =>
    list.filter(({ title, message }) => `${title} ${message}`.toLocaleLowerCase().includes(search))
  const { selection, select } = useSelection(search)
  const deleteTemplates = useDeleteTemplates()
  const columns = useTemplateColumns({ isManager, onEdit })
  const shown = matching(templates.data ?? [])
  const selected = shown.filter(({ id }) => isSelected(selection, id))
  return (
    <DataTable
      name="templates"
      label={t`Templates`}
      columns={columns}
      query={templates}
      rows={matching}
      rowKey={({ id }) => id}
      rowHeight={60}
      placeholderRows={4}
      onOpen={isManager ? (template) => !template.isShared && onEdit(template) : undefined}
      selection={
        isManager
          ? {
              value: selection,
              onChange: select,
              rowName: ({ title }) => title,
              total: shown.length,
              actions: (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={!selected.some(canDelete)}
                  onClick={() => deleteTemplates(selected)}
                >
                  <Trans>Delete</Trans>
                </Button>
              ),
            }
          : undefined
      }
      toolbar={
        templates.data &&
        templates.data.length > 0 && (
          <FilterBar>
            <ListSearch label={t`Search templates`} value={term} onChange={setTerm} />
          </FilterBar>
        )
      }
      empty={
        search === '' ? (
          <EmptyState
            icon={<IconTemplate size={28} stroke={1.5} />}
            title={t`No templates yet`}
            text={
              isManager
                ? t`Save the replies you send most, for your whole team.`
                : t`Ask a teammate with the “Manage templates” permission to add the first one.`
            }
            action={newTemplate}
          />
        ) : (
          <EmptyState title={t`No results`} text={t`Try another word.`} />
        )
      }
    />
  )
}

import type { Template } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocations } from '../../entities/location/queries.ts'
import { templatesQuery } from '../../entities/template/queries.ts'
import { TemplateText } from '../../entities/template/TemplateText.tsx'
import { api } from '../../lib/api.ts'
import { fullDate } from '../../lib/time.ts'
import type { Column } from '../../ui/table/column-layout.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { canDelete, useDeleteTemplates } from './delete-templates.ts'
import classes from './TemplatesScreen.module.css'

interface Options {
  isManager: boolean
  onEdit: (template: Template) => void
}

export function useTemplateColumns({ isManager, onEdit }: Options): Column<Template>[] {
  const { t } = useLingui()
  const deleteTemplates = useDeleteTemplates()
  const columns: Column<Template>[] = [
    { key: 'title', title: t`Title`, width: 220, isFixed: true, cell: (template) => <Title template={template} /> },
    {
      key: 'message',
      title: t`Message`,
      width: 220,
      isFixed: true,
      grows: true,
      cell: ({ message }) => (
        <div className={classes.message}>
          <TemplateText message={message} />
        </div>
      ),
    },
    {
      key: 'used',
      title: t`Used`,
      width: 110,
      cell: ({ usedCount }) =>
        usedCount === 0 ? <Trans>Not yet</Trans> : <Plural value={usedCount} one="Once" other="# times" />,
    },
    { key: 'lastUsed', title: t`Last used`, width: 120, cell: ({ lastUsedAt }) => lastUsedAt && fullDate(lastUsedAt) },
    {
      key: 'locations',
      title: t`Locations`,
      width: 150,
      cell: (template) => <TemplateLocations template={template} />,
    },
  ]
  if (!isManager) return columns
  return [
    ...columns,
    {
      key: 'actions',
      title: t`Actions`,
      width: 92,
      isFixed: true,
      hasHiddenTitle: true,
      cell: (template) => (
        <div className={classes.actions}>
          {!template.isShared && (
            <ActionIcon aria-label={t`Edit ${template.title}`} onClick={() => onEdit(template)}>
              <IconPencil size={17} stroke={1.75} />
            </ActionIcon>
          )}
          {canDelete(template) && (
            <ActionIcon aria-label={t`Delete ${template.title}`} onClick={() => deleteTemplates([template])}>
              <IconTrash size={17} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
      ),
    },
  ]
}

function Title({ template }: { template: Template }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const { title, favorite } = template
  const toggleFavorite = async () => {
    const store = (changed: Template) =>
      cache.setQueryData(templatesQuery.queryKey, (list) =>
        list?.map((each) => (each.id === changed.id ? changed : each)),
      )
    store({ ...template, favorite: !favorite })
    try {
      store(await api.templates.setFavorite({ id: template.id, favorite: !favorite }))
    } catch (error) {
      store(template)
      showFailure(error)
    }
  }
  return (
    <div className={classes.titleCell}>
      <ActionIcon
        aria-label={favorite ? t`Remove ${title} from your favorites` : t`Add ${title} to your favorites`}
        aria-pressed={favorite}
        onClick={() => void toggleFavorite()}
      >
        {favorite ? <IconStarFilled size={17} className={classes.star} /> : <IconStar size={17} stroke={1.75} />}
      </ActionIcon>
      <span className={classes.title}>{title}</span>
    </div>
  )
}

function TemplateLocations({ template: { locationIDs } }: { template: Template }) {
  const locations = useLocations()
  if (!locationIDs) return <Trans>All locations</Trans>
  return locationIDs.flatMap((id) => locations.find((location) => location.id === id)?.name ?? []).join(', ')
}

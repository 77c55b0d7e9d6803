import type { Template } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconStar, IconStarFilled, IconTemplate, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocations } from '../../entities/location/queries.ts'
import { templatesQuery } from '../../entities/template/queries.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { fullDate } from '../../lib/time.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { FilterBar, ListSearch } from '../../ui/list/FilterBar.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { confirm } from '../../ui/modal/confirm.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { TemplateModal } from './TemplateModal.tsx'
import classes from './TemplatesScreen.module.css'
import { TemplateText } from './TemplateText.tsx'

type Open = { what: 'new' } | { what: 'edit'; template: Template }

export function TemplatesScreen() {
  const { t } = useLingui()
  const isManager = can(useMe(), 'convos_manage_templates')
  const [open, setOpen] = useState<Open>()
  return (
    <PageLayout
      title={t`Templates`}
      text={t`Texts your team sends often. In a conversation, use the template button or type /.`}
      actions={
        isManager && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ what: 'new' })}>
            <Trans>New template</Trans>
          </Button>
        )
      }
    >
      <Templates isManager={isManager} onOpen={setOpen} />
      {open?.what === 'new' && <TemplateModal onClose={() => setOpen(undefined)} />}
      {open?.what === 'edit' && <TemplateModal template={open.template} onClose={() => setOpen(undefined)} />}
    </PageLayout>
  )
}

function Templates({ isManager, onOpen }: { isManager: boolean; onOpen: (open: Open) => void }) {
  const { t } = useLingui()
  const templates = useQuery(templatesQuery)
  const [term, setTerm] = useState('')
  return (
    <QueryState
      query={templates}
      rows={4}
      empty={
        <EmptyState
          icon={<IconTemplate size={28} stroke={1.5} />}
          title={t`No templates yet`}
          text={
            isManager
              ? t`Save the replies you send most, for your whole team.`
              : t`Ask a teammate with the “Manage templates” permission to add the first one.`
          }
          action={
            isManager && (
              <Button size="xs" onClick={() => onOpen({ what: 'new' })}>
                <Trans>New template</Trans>
              </Button>
            )
          }
        />
      }
    >
      {(data) => {
        const wanted = term.trim().toLocaleLowerCase()
        const shown = data.filter(({ title, message }) => `${title} ${message}`.toLocaleLowerCase().includes(wanted))
        return (
          <>
            <FilterBar>
              <ListSearch label={t`Search templates`} value={term} onChange={setTerm} />
            </FilterBar>
            {shown.length === 0 ? (
              <EmptyState title={t`No results`} text={t`Try another word.`} />
            ) : (
              <ul className={rowClasses.list}>
                {shown.map((template) => (
                  <Row key={template.id} template={template} isManager={isManager} onOpen={onOpen} />
                ))}
              </ul>
            )}
          </>
        )
      }}
    </QueryState>
  )
}

function Row({
  template,
  isManager,
  onOpen,
}: {
  template: Template
  isManager: boolean
  onOpen: (open: Open) => void
}) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const locations = useLocations()
  const { title, message, favorite, usedCount, lastUsedAt, locationIDs, isShared } = template

  const toggleFavorite = async () => {
    const write = (marked: Template) =>
      cache.setQueryData(templatesQuery.queryKey, (list) => list?.map((old) => (old.id === marked.id ? marked : old)))
    write({ ...template, favorite: !favorite })
    try {
      write(await api.templates.setFavorite({ id: template.id, favorite: !favorite }))
    } catch (error) {
      write(template)
      showFailure(error)
    }
  }
  const places = locationIDs?.flatMap((id) => locations.find((location) => location.id === id)?.name ?? [])
  const remove = () =>
    confirm({
      title: t`Delete “${title}”?`,
      confirmLabel: t`Delete template`,
      text: isShared
        ? t`Your locations stop using it. The other locations keep it.`
        : t`Your team can no longer use it. Texts already sent with it stay as they are.`,
      act: async () => {
        await api.templates.remove({ id: template.id })
        await cache.invalidateQueries({ queryKey: templatesQuery.queryKey })
      },
    })
  return (
    <li className={classes.template}>
      <ActionIcon
        aria-label={favorite ? t`Remove ${title} from your favorites` : t`Add ${title} to your favorites`}
        aria-pressed={favorite}
        onClick={() => void toggleFavorite()}
      >
        {favorite ? <IconStarFilled size={17} className={classes.star} /> : <IconStar size={17} stroke={1.75} />}
      </ActionIcon>
      <div className={classes.what}>
        <div className={classes.title}>{title}</div>
        <div className={classes.message}>
          <TemplateText message={message} />
        </div>
        <div className={classes.soft}>
          {usedCount === 0 ? (
            <Trans>Not used yet</Trans>
          ) : (
            <Plural value={usedCount} one="Used once" other="Used # times" />
          )}
          {lastUsedAt && (
            <>
              {' · '}
              <Trans>last used {fullDate(lastUsedAt)}</Trans>
            </>
          )}
          {places && <> · {places.join(', ')}</>}
        </div>
      </div>
      {isManager && !isShared && (
        <ActionIcon aria-label={t`Edit ${title}`} onClick={() => onOpen({ what: 'edit', template })}>
          <IconPencil size={17} stroke={1.75} />
        </ActionIcon>
      )}
      {isManager && !(isShared && locationIDs === null) && (
        <ActionIcon aria-label={t`Delete ${title}`} onClick={remove}>
          <IconTrash size={17} stroke={1.75} />
        </ActionIcon>
      )}
    </li>
  )
}

import { can } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Text, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bulkActionsQuery, putBulkAction } from '../../entities/bulk-action/queries.ts'
import { tagUseQuery } from '../../entities/contact/queries.ts'
import { sameTag } from '../../entities/contact/same-tag.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { ListSearch } from '../../ui/list/FilterBar.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { confirm } from '../../ui/modal/confirm.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './ContactSettings.module.css'

/** More than this many tags are found by searching. */
const SHOWN = 50

type TagRequest = Pick<Parameters<typeof api.bulkActions.startOnContacts>[0], 'change' | 'newTag'>

/** The tags contacts have; renaming and removing one changes all of them in the background, with undo. */
export function TagList() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const mayEdit = can(useMe(), 'contacts_edit')
  const tags = useQuery(tagUseQuery)
  const [search, setSearch] = useState('')
  const [renaming, setRenaming] = useState<string>()
  const start = async (tag: string, request: TagRequest) => {
    const { data } = await api.bulkActions.startOnContacts({ ...request, tags: [tag], criteria: { tagsSearch: [tag] } })
    cache.setQueryData(bulkActionsQuery.queryKey, (before) => putBulkAction(before, data))
  }
  return (
    <QueryState
      query={tags}
      rows={4}
      isEmpty={(used) => used.length === 0}
      empty={
        <Text size="sm" className={classes.soft}>
          <Trans>No contact has a tag yet.</Trans>
        </Text>
      }
    >
      {(used) => {
        const matching = used.filter(({ tag }) => tag.toLowerCase().includes(search.trim().toLowerCase()))
        return (
          <>
            {used.length > 10 && (
              <div className={classes.search}>
                <ListSearch label={t`Search tags`} value={search} onChange={setSearch} />
              </div>
            )}
            <ul className={rowClasses.list}>
              {matching.slice(0, SHOWN).map(({ tag, contacts }) => (
                <li key={tag} className={classes.row}>
                  <span className={classes.what} dir="auto">
                    {tag}
                  </span>
                  <span className={classes.soft}>
                    <Plural value={contacts} one="# contact" other="# contacts" />
                  </span>
                  {mayEdit && (
                    <>
                      <ActionIcon aria-label={t`Rename ${tag}`} onClick={() => setRenaming(tag)}>
                        <IconPencil size={16} stroke={1.75} />
                      </ActionIcon>
                      <ActionIcon
                        aria-label={t`Remove ${tag}`}
                        onClick={() =>
                          confirm({
                            title: t`Remove “${tag}”?`,
                            text: plural(contacts, {
                              one: '# contact loses this tag. You can undo it for a while.',
                              other: '# contacts lose this tag. You can undo it for a while.',
                            }),
                            confirmLabel: t`Remove tag`,
                            act: () => start(tag, { change: 'remove-tags' }),
                          })
                        }
                      >
                        <IconTrash size={16} stroke={1.75} />
                      </ActionIcon>
                    </>
                  )}
                </li>
              ))}
            </ul>
            {matching.length > SHOWN && (
              <Text size="sm" mt="xs" className={classes.soft}>
                <Trans>{matching.length - SHOWN} more. Search to find them.</Trans>
              </Text>
            )}
            {renaming !== undefined && (
              <RenameTagModal
                tag={renaming}
                others={used.map(({ tag }) => tag).filter((tag) => tag !== renaming)}
                rename={(newTag) => start(renaming, { change: 'rename-tags', newTag })}
                onClose={() => setRenaming(undefined)}
              />
            )}
          </>
        )
      }}
    </QueryState>
  )
}

interface RenameProps {
  tag: string
  others: readonly string[]
  rename: (newTag: string) => Promise<void>
  onClose: () => void
}

function RenameTagModal({ tag, others, rename, onClose }: RenameProps) {
  const { t } = useLingui()
  const form = useApiForm({
    initial: { name: tag },
    rules: { name: required },
    save: ({ name }) => rename(sameTag(others, name) ?? name.trim()),
  })
  const existing = sameTag(others, form.values.name)
  const name = existing ?? form.values.name.trim()
  const isMerge = existing !== undefined
  return (
    <FormModal
      title={t`Rename “${tag}”`}
      submitLabel={isMerge ? t`Merge tags` : t`Rename`}
      form={form}
      onClose={onClose}
      isDisabled={name === tag}
    >
      <TextInput
        data-autofocus
        label={t`Tag`}
        description={isMerge ? t`Contacts with either tag will have “${name}”.` : undefined}
        maxLength={40}
        autoComplete="off"
        dir="auto"
        {...form.text('name')}
      />
    </FormModal>
  )
}

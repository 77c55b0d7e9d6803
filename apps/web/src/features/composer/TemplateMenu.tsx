import type { Conversation, Template } from '@frontdesk/contract/api'
import { renderTemplate } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Combobox, useCombobox } from '@mantine/core'
import { IconStarFilled, IconTemplate } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocations } from '../../entities/location/queries.ts'
import { templatesQuery } from '../../entities/template/queries.ts'
import { valuesFor } from '../../entities/template/template-subject.ts'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './TemplateMenu.module.css'

interface Props {
  conversation: Conversation
  onSelect: (text: string) => void
  onClose: () => void
}

/** Searches templates, and inserts one with this contact's values into the text. */
export function TemplateMenu({ conversation, onSelect, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const businessName = useSession()?.tenantName ?? ''
  const templates = useQuery(templatesQuery)
  const [term, setTerm] = useState('')
  const combobox = useCombobox({ defaultOpened: true, onDropdownClose: onClose })

  const { locationID } = conversation.attributes
  const values = valuesFor(
    conversation,
    locations.find(({ id }) => id === locationID),
    businessName,
  )
  const searched = term.trim().toLocaleLowerCase()
  const shown = (templates.data ?? [])
    .filter(({ locationIDs }) => locationIDs === null || locationIDs.includes(locationID))
    .filter(({ title, message }) => `${title} ${message}`.toLocaleLowerCase().includes(searched))

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the results change, Enter takes the first one.
  useEffect(() => void combobox.selectFirstOption(), [term, templates.data])

  const choose = (id: string) => {
    const template = shown.find((one) => one.id === id)
    if (!template) return
    onSelect(renderTemplate(template.message, values).text)
    onClose()
    // Best effort: a lost count does no harm.
    void api.templates.recordUse({ id }).then(
      (used) =>
        cache.setQueryData(templatesQuery.queryKey, (list: Template[] | undefined) =>
          list?.map((old) => (old.id === used.id ? used : old)),
        ),
      () => undefined,
    )
  }

  return (
    <Combobox store={combobox} width={340} position="top-start" withinPortal={false} onOptionSubmit={choose}>
      <Combobox.Target targetType="button" withExpandedAttribute>
        <ActionIcon aria-label={t`Templates`} onClick={onClose}>
          <IconTemplate size={18} stroke={1.75} />
        </ActionIcon>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={t`Search templates`}
          placeholder={t`Search templates`}
          autoFocus
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onClose()
          }}
        />
        <QueryState
          query={templates}
          pending={
            <Combobox.Empty>
              <Trans>Loading…</Trans>
            </Combobox.Empty>
          }
        >
          {() => (
            <Combobox.Options className={classes.options} aria-label={t`Templates`}>
              {shown.map((template) => (
                <Combobox.Option key={template.id} value={template.id}>
                  <div className={classes.title}>
                    {template.title}
                    {template.favorite && <IconStarFilled size={12} aria-label={t`Favorite`} />}
                  </div>
                  <div className={classes.text}>{renderTemplate(template.message, values).text}</div>
                </Combobox.Option>
              ))}
              {shown.length === 0 && (
                <Combobox.Empty>
                  {searched === '' ? (
                    <Trans>No templates for this location yet. Add them in Settings.</Trans>
                  ) : (
                    <Trans>No results</Trans>
                  )}
                </Combobox.Empty>
              )}
            </Combobox.Options>
          )}
        </QueryState>
      </Combobox.Dropdown>
    </Combobox>
  )
}

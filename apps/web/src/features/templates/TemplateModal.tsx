import type { Template } from '@frontdesk/contract/api'
import {
  MESSAGE_TEXT_MAX,
  renderTemplate,
  TEMPLATE_VARIABLES,
  type TemplateVariable,
  templateValues,
  unknownPlaceholders,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { MultiSelect, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocations } from '../../entities/location/queries.ts'
import { templatesQuery } from '../../entities/template/queries.ts'
import { locationValues } from '../../entities/template/template-subject.ts'
import { useVariableNames } from '../../entities/template/use-variable-names.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { useSession } from '../../lib/session/session.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useSharedForm } from '../../ui/form/use-shared-form.tsx'
import classes from './TemplatesScreen.module.css'

interface Props {
  /** Absent: a new one. */
  template?: Template
  onClose: () => void
}

export function TemplateModal({ template, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const businessName = useSession()?.tenantName ?? ''
  const names = useVariableNames()
  const field = useRef<HTMLTextAreaElement>(null)
  const locationNames = (ids: readonly string[]) =>
    locations.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ')
  const form = useSharedForm({
    initial: valuesOf(template),
    parts: {
      title: { label: t`Title`, fields: ['title'] },
      message: { label: t`Message`, fields: ['message'] },
      locations: {
        label: t`Locations`,
        fields: ['locationIDs'],
        show: (values) => locationNames(values.locationIDs) || t`All locations`,
      },
    },
    rules: { title: required, message: required },
    errorFields: { TemplateTitleTaken: 'title' },
    save: async ({ title, message, locationIDs, version }) => {
      await api.templates.save({
        ...(template && { id: template.id, version }),
        title,
        message,
        locationIDs: locationIDs.length > 0 ? locationIDs : null,
      })
      await cache.invalidateQueries({ queryKey: templatesQuery.queryKey })
    },
    onConflict: async (error) => {
      if (errorCode(error) !== 'ChangedMeanwhile' || !template) return undefined
      const list = await cache.fetchQuery({ ...templatesQuery, staleTime: 0 })
      const present = list.find(({ id }) => id === template.id)
      return present && valuesOf(present)
    },
  })
  const { message, locationIDs } = form.values

  const insert = (variable: TemplateVariable) => {
    const { selectionStart = message.length, selectionEnd = message.length } = field.current ?? {}
    const written = `:${variable}:`
    form.set('message', message.slice(0, selectionStart) + written + message.slice(selectionEnd))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(selectionStart + written.length, selectionStart + written.length)
    })
  }

  const location = locations.find(({ id }) => id === locationIDs[0]) ?? locations[0]
  const unknown = unknownPlaceholders(message)
  const { text, missing } = renderTemplate(
    message,
    templateValues({
      contact: { name: 'Maria Lopez', phone: '(206) 555-0142' },
      businessName,
      location: locationValues(location),
    }),
  )
  return (
    <FormModal
      title={template ? t`Edit template` : t`New template`}
      submitLabel={template ? t`Save` : t`Add template`}
      form={form}
      notice={form.notice}
      onClose={onClose}
    >
      <TextInput
        label={t`Title`}
        description={t`Only your team sees this`}
        maxLength={80}
        data-autofocus
        {...form.text('title')}
      />
      <Textarea
        ref={field}
        label={t`Message`}
        autosize
        minRows={4}
        maxRows={10}
        maxLength={MESSAGE_TEXT_MAX}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        descriptionProps={{ component: 'div' }}
        description={
          unknown.length > 0 && (
            <span className={classes.warning} role="alert">
              <Trans>There’s no variable {unknown.join(', ')}. It would be sent exactly as written.</Trans>{' '}
              <Trans>You can use {TEMPLATE_VARIABLES.map((name) => `:${name}:`).join(', ')}.</Trans>
            </span>
          )
        }
        {...form.text('message')}
      />
      <fieldset style={{ margin: 0, padding: 0, border: 0 }}>
        <legend className={classes.previewLabel}>
          <Trans>Insert a variable</Trans>
        </legend>
        <div className={classes.variables}>
          {TEMPLATE_VARIABLES.map((variable) => (
            <button key={variable} type="button" className={classes.variable} onClick={() => insert(variable)}>
              {names[variable]}
            </button>
          ))}
        </div>
      </fieldset>
      {message.trim() !== '' && (
        <div>
          <div className={classes.previewLabel}>
            <Trans>Preview for Maria Lopez</Trans>
          </div>
          <div className={classes.preview} data-testid="template-preview">
            {text}
          </div>
        </div>
      )}
      {missing.length > 0 && (
        <p className={classes.warning} role="status">
          <Trans>
            {location?.name} doesn’t have this yet: {missing.map((name) => names[name]).join(', ')}. Add it in Settings
            under Locations, or the text goes out without it.
          </Trans>
        </p>
      )}
      {locations.length > 1 && (
        <MultiSelect
          label={t`Locations`}
          placeholder={locationIDs.length === 0 ? t`All locations` : undefined}
          {...form.control('locationIDs')}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </FormModal>
  )
}

const valuesOf = (template: Template | undefined) => ({
  title: template?.title ?? '',
  message: template?.message ?? '',
  locationIDs: template?.locationIDs ?? [],
  version: template?.version,
})

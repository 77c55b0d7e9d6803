import {
  DEFAULT_TEMPLATES,
  isBlank,
  MESSAGE_TEXT_MAX,
  TEMPLATE_VARIABLES,
  unknownPlaceholders,
} from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconTemplate, IconVariable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Audience, sendPreview } from '../../entities/group/queries.ts'
import { templatesQuery } from '../../entities/template/queries.ts'
import classes from './Groups.module.css'
import { SendPreviewText } from './SendPreviewText.tsx'

/** The text that a review invite starts with: the business's own template of that name, or the default one. */
export function useReviewInvitation(): string {
  const [invitation] = DEFAULT_TEMPLATES
  const templates = useQuery(templatesQuery).data ?? []
  return templates.find(({ title }) => title === invitation.title)?.message ?? invitation.message
}

const PREVIEW_AFTER_MS = 400

/** Previews who would get the text, once the typing pauses. */
export function useSendPreview(audience: Audience, text: string) {
  const [debounced] = useDebouncedValue(text, PREVIEW_AFTER_MS)
  return useQuery(sendPreview(audience, debounced)).data
}

export const isSendable = (text: string): boolean => !isBlank(text) && text.length <= MESSAGE_TEXT_MAX

interface Props {
  text: string
  onText: (text: string) => void
  audience: Audience
  hasAutofocus?: boolean
  /** Whether to show the text as the first recipient gets it. */
  hasSample?: boolean
}

/** Composer of a message to many contacts, with templates, variables, and a preview of the recipients. */
export function SendToManyField({ text, onText, audience, hasAutofocus = false, hasSample = false }: Props) {
  const { t } = useLingui()
  const field = useRef<HTMLTextAreaElement>(null)
  const templates = useQuery(templatesQuery).data ?? []
  const preview = useSendPreview(audience, text)
  const unknown = unknownPlaceholders(text)
  const segments = preview?.segments ?? 1
  const insert = (added: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    onText(text.slice(0, selectionStart) + added + text.slice(selectionEnd))
    requestAnimationFrame(() => field.current?.focus())
  }
  return (
    <div className={classes.compose}>
      <Textarea
        ref={field}
        aria-label={t`Message`}
        placeholder={t`Write a message…`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MESSAGE_TEXT_MAX}
        dir="auto"
        value={text}
        data-autofocus={hasAutofocus || undefined}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <div className={classes.tools}>
        <Menu position="top-start" width={280} withinPortal>
          <Menu.Target>
            <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconTemplate size={15} />}>
              <Trans>Template</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {templates.map(({ id, title, message }) => (
              <Menu.Item key={id} onClick={() => onText(message)}>
                {title}
              </Menu.Item>
            ))}
            {templates.length === 0 && (
              <Menu.Label>
                <Trans>No templates yet. Add them in Settings.</Trans>
              </Menu.Label>
            )}
          </Menu.Dropdown>
        </Menu>
        <Menu position="top-start" width={240} withinPortal>
          <Menu.Target>
            <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconVariable size={15} />}>
              <Trans>Variable</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {TEMPLATE_VARIABLES.map((variable) => (
              <Menu.Item key={variable} onClick={() => insert(`:${variable}:`)}>
                :{variable}:
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {segments > 1 && (
          <span className={classes.soft} role="status">
            <Plural value={segments} one="Counts as # message each" other="Counts as # messages each" />
          </span>
        )}
      </div>
      {unknown.length > 0 && (
        <p className={classes.warning} role="alert">
          <Trans>There’s no variable {unknown.join(', ')}. It would be sent exactly as written.</Trans>
        </p>
      )}
      {preview && <SendPreviewText preview={preview} hasSample={hasSample} />}
    </div>
  )
}

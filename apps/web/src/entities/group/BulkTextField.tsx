import { MESSAGE_TEXT_MAX, TEMPLATE_VARIABLES, unknownPlaceholders } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu, Textarea } from '@mantine/core'
import { IconTemplate, IconVariable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEventHandler, type ReactNode, type RefObject, useRef } from 'react'
import { templatesQuery } from '../template/queries.ts'
import classes from './Group.module.css'

interface Props {
  /** Default: “Message”. */
  label?: string | undefined
  text: string
  onText: (text: string) => void
  /** As how many messages carriers count the text for a recipient. */
  segments?: number | undefined
  minRows?: number
  hasAutofocus?: boolean
  /** For a caller that moves the focus to it. */
  field?: RefObject<HTMLTextAreaElement | null>
  onPaste?: ClipboardEventHandler
  error?: ReactNode
  /** Further buttons below it. */
  tools?: ReactNode
  /** With files it is one MMS, however long. */
  isMms?: boolean
}

/** The text of a group message, with templates and variables. */
export function BulkTextField(props: Props) {
  const { text, onText, segments = 1, minRows = 2, hasAutofocus = false, onPaste, tools, isMms = false } = props
  const { t } = useLingui()
  const ownField = useRef<HTMLTextAreaElement>(null)
  const field = props.field ?? ownField
  const templates = useQuery(templatesQuery).data ?? []
  const unknown = unknownPlaceholders(text)
  const insert = (added: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    onText(text.slice(0, selectionStart) + added + text.slice(selectionEnd))
    requestAnimationFrame(() => field.current?.focus())
  }
  return (
    <div className={classes.compose}>
      <Textarea
        ref={field}
        aria-label={props.label ?? t`Message`}
        placeholder={t`Write a message…`}
        autosize
        minRows={minRows}
        maxRows={8}
        maxLength={MESSAGE_TEXT_MAX}
        dir="auto"
        error={props.error}
        value={text}
        data-autofocus={hasAutofocus || undefined}
        onChange={(event) => onText(event.currentTarget.value)}
        onPaste={onPaste}
      />
      <div className={classes.tools}>
        {tools}
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
        {(isMms || segments > 1) && (
          <span className={classes.soft} role="status">
            {isMms ? (
              <Trans>Sent as one MMS each</Trans>
            ) : (
              <Plural value={segments} one="Counts as # message each" other="Counts as # messages each" />
            )}
          </span>
        )}
      </div>
      {unknown.length > 0 && (
        <p className={classes.warning} role="alert">
          <Trans>There’s no variable {unknown.join(', ')}. It would be sent exactly as written.</Trans>
        </p>
      )}
    </div>
  )
}

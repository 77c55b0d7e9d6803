import { useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import classes from './CommandPalette.module.css'
import { type Command, useCommands } from './commands.ts'
import { PALETTE_FIELD, takeBufferedKeys } from './type-ahead-buffer.ts'

const LIST = 'command-palette-list'
const optionId = (key: string) => `command-palette-${key}`

/**
 * Command palette (Ctrl or ⌘ K): finds people, visits, payments, groups, messages, and every screen, setting, and
 * action the role allows.
 */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [term, setTerm] = useState('')
  const [chosen, setChosen] = useState(0)
  const { groups, isSearching, narrowedTo } = useCommands(term)
  const options = useRef(new Map<string, HTMLDivElement>())
  const commands = groups.flatMap((group) => group.commands)
  const present = commands[Math.min(chosen, commands.length - 1)]

  useEffect(() => {
    if (present) options.current.get(present.key)?.scrollIntoView({ block: 'nearest' })
  }, [present])

  const run = (command: Command) => {
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && commands.length > 0) {
      event.preventDefault()
      setChosen((before) => (Math.min(before, commands.length - 1) + step + commands.length) % commands.length)
    }
    if (event.key === 'Enter' && present) {
      event.preventDefault()
      run(present)
    }
  }

  return (
    <ModalFrame
      onClose={onClose}
      title={<VisuallyHidden>{t`Search and commands`}</VisuallyHidden>}
      withCloseButton={false}
      centered={false}
      size={560}
      classNames={{ header: classes.header, body: classes.body }}
    >
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.75} />
        <input
          id={PALETTE_FIELD}
          data-autofocus
          className={classes.input}
          role="combobox"
          aria-expanded
          aria-controls={LIST}
          aria-activedescendant={present && optionId(present.key)}
          aria-label={t`Search and commands`}
          placeholder={t`Search people, messages, and commands`}
          autoComplete="off"
          spellCheck={false}
          value={term}
          onChange={(event) => {
            setTerm(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
          onFocus={() => setTerm(term + takeBufferedKeys())}
        />
      </div>
      <div id={LIST} role="listbox" aria-label={t`Results`} className={classes.list}>
        {groups.map(({ key, title, commands: matches }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox.
          <div key={key} role="group" aria-label={title}>
            <div className={classes.group} aria-hidden="true">
              {title}
            </div>
            {matches.map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
              <div
                key={command.key}
                ref={(element) => {
                  if (element) options.current.set(command.key, element)
                  return () => void options.current.delete(command.key)
                }}
                id={optionId(command.key)}
                role="option"
                tabIndex={-1}
                aria-selected={command === present}
                className={classes.option}
                onPointerMove={() => setChosen(commands.indexOf(command))}
                onClick={() => run(command)}
              >
                <command.icon size={16} stroke={1.75} />
                <span className={classes.label}>{command.label}</span>
                {command.hint && <span className={classes.hint}>{command.hint}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div role="status" className={classes.status}>
        {commands.length === 0 &&
          (isSearching ? t`Searching…` : narrowedTo ? t`No results at ${narrowedTo}` : t`No results`)}
      </div>
    </ModalFrame>
  )
}

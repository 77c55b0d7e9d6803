import { useLingui } from '@lingui/react/macro'
import { CheckIcon, Combobox, ScrollArea, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type Ref, type RefObject, useId, useImperativeHandle, useRef, useState } from 'react'
import { clock } from '../../lib/time.ts'
import { readTime } from './read-time.ts'

interface Props extends Pick<TextInputProps, 'label' | 'aria-label' | 'error' | 'placeholder' | 'w' | 'maw'> {
  /** 24-hour HH:MM; null: none yet. */
  value: string | null
  onChange: (time: string) => void
}

const QUARTERS = Array.from({ length: 96 }, (_, n) =>
  [Math.floor(n / 4), (n % 4) * 15].map((part) => String(part).padStart(2, '0')).join(':'),
)
/** The list opens at this time while there is none. */
const FIRST_SHOWN = '09:00'
/** Formatted for the reader's locale; independent of time zones. */
const timeText = (time: string | null) => (time === null ? '' : clock(`2026-01-01T${time}:00Z`, 'UTC'))

/**
 * A time of day: quarter hours in a list, or any other time typed. A text field until its list is opened: mounting two
 * dozen of the kit's selects took most of the business hours page's time.
 */
export function TimeSelect({ value, onChange, ...field }: Props) {
  const { t } = useLingui()
  const id = useId()
  const listId = `${id}-list`
  const input = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const [highlightedId, setHighlightedId] = useState<string | null>(null)
  const store = useCombobox({ opened: isOpen, onOpenedChange: setIsOpen })
  const isTyping = search !== undefined && search !== timeText(value)
  const typed = isTyping ? readTime(search) : null

  const open = () => {
    if (isOpen) return
    setIsOpen(true)
    store.updateSelectedOptionIndex('active', { scrollIntoView: true })
  }
  const close = () => {
    setIsOpen(false)
    setHighlightedId(null)
    setSearch(undefined)
  }
  const choose = (time: string) => {
    if (time !== value) onChange(time)
    close()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) open()
      else setHighlightedId(event.key === 'ArrowDown' ? store.selectNextOption() : store.selectPreviousOption())
    } else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && isOpen) {
      if (highlightedId === null && typed) choose(typed)
      else if (store.getSelectedOptionIndex() !== -1) store.clickSelectedOption()
      else return
      event.preventDefault()
    }
  }
  const times = isOpen ? [...new Set([...QUARTERS, ...(value ? [value] : []), ...(typed ? [typed] : [])])].sort() : []
  const options = times
    .map((time) => ({ time, text: timeText(time) }))
    .filter(({ time, text }) => !isTyping || time === typed || text.startsWith(search))
  return (
    <>
      <TextInput
        {...field}
        ref={input}
        id={id}
        role="combobox"
        autoComplete="off"
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={(isOpen && highlightedId) || undefined}
        // Escape closes the list, and not the dialog around it.
        data-mantine-stop-propagation={isOpen || undefined}
        rightSection={<Combobox.Chevron size="sm" error={field.error} />}
        rightSectionPointerEvents="none"
        value={search ?? timeText(value)}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setIsOpen(true)
          setHighlightedId(null)
          store.resetSelectedOption()
        }}
        onFocus={open}
        onClick={open}
        onKeyDown={handleKey}
        onBlur={() => {
          if (typed) onChange(typed)
          close()
        }}
      />
      {isOpen && (
        <Combobox store={store} onOptionSubmit={choose} onClose={close}>
          <Combobox.DropdownTarget>
            <ExistingElement element={input} />
          </Combobox.DropdownTarget>
          <Combobox.Dropdown data-composed>
            <Combobox.Options
              id={listId}
              labelledBy={field.label ? `${id}-label` : undefined}
              aria-label={field['aria-label']}
            >
              <ScrollArea.Autosize mah={220} type="scroll" scrollbarSize="var(--combobox-padding)" offsetScrollbars="y">
                {options.map(({ time, text }) => (
                  <Combobox.Option
                    key={time}
                    className={Combobox.classes.optionsDropdownOption ?? ''}
                    value={time}
                    active={time === (value ?? FIRST_SHOWN)}
                    data-checked={time === value || undefined}
                    aria-selected={time === value}
                  >
                    {time === value && <CheckIcon className={Combobox.classes.optionsDropdownCheckIcon} />}
                    <span>{text}</span>
                  </Combobox.Option>
                ))}
              </ScrollArea.Autosize>
              {options.length === 0 && <Combobox.Empty>{t`Enter a time such as 9:30 AM`}</Combobox.Empty>}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      )}
    </>
  )
}

/** Positions a dropdown at an element that is rendered elsewhere. */
function ExistingElement({ element, ref }: { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current)
  return null
}

import { useLingui } from '@lingui/react/macro'
import { Autocomplete, ColorSwatch, Group } from '@mantine/core'
import { useState } from 'react'
import { NAMED_COLORS, readHex } from './color-names.ts'

interface Props {
  label: string
  /** A hash and six hex digits. */
  value: string
  onChange: (hex: string) => void
}

/** One of the named colors, or any other color typed as hex. */
export function ColorSelect({ label, value, onChange }: Props) {
  const { t, i18n } = useLingui()
  const colors = NAMED_COLORS.map(({ hex, name }) => ({ hex: hex as string, name: i18n._(name) }))
  const [typed, setTyped] = useState<string>()
  const chosen = colors.find(({ hex }) => hex === value.toLowerCase())?.name ?? value
  const hexOf = (text: string) =>
    colors.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())?.hex ?? readHex(text)
  const isWrong = typed !== undefined && hexOf(typed) === null
  return (
    <Autocomplete
      label={label}
      data={colors.map(({ name }) => name)}
      filter={({ options, search }) =>
        typed === undefined
          ? options
          : options.filter((option) => 'label' in option && option.label.toLowerCase().includes(search.toLowerCase()))
      }
      renderOption={({ option }) => (
        <Group gap="xs">
          <ColorSwatch size={14} withShadow={false} color={hexOf(option.value) ?? ''} />
          {option.value}
        </Group>
      )}
      leftSection={<ColorSwatch size={16} withShadow={false} color={value} />}
      maxDropdownHeight={220}
      comboboxProps={{ withinPortal: true }}
      autoComplete="off"
      maxLength={20}
      value={typed ?? chosen}
      error={isWrong && t`Choose a color, or type a hex value such as #4263eb`}
      onChange={(text) => {
        setTyped(text)
        const hex = hexOf(text)
        if (hex) onChange(hex)
      }}
      onOptionSubmit={() => setTyped(undefined)}
      onBlur={() => setTyped(undefined)}
    />
  )
}

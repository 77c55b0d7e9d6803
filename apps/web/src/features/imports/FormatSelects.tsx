import type { ContactImport } from '@frontdesk/contract/api'
import { IMPORT_ENCODINGS, type ImportEncoding } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Select, SimpleGrid } from '@mantine/core'
import { DELIMITER_NAMES, ENCODING_NAMES } from './import-texts.ts'

/** The setting that a teammate changes; the other stays as it was. */
export type FormatChoice = { encoding: ImportEncoding } | { delimiter: string }

interface Props {
  csv: NonNullable<ContactImport['csv']>
  onChoose: (choice: FormatChoice) => void
  disabled: boolean
}

/** How a CSV file is read: its encoding and what separates its columns. */
export function FormatSelects({ csv: { encoding, isEncodingCertain, delimiter }, onChoose, disabled }: Props) {
  const { t, i18n } = useLingui()
  const delimiters = [...new Set([...DELIMITER_NAMES.keys(), delimiter])].map((value) => {
    const name = DELIMITER_NAMES.get(value)
    return { value, label: name ? i18n._(name) : value }
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" mb="md">
      <Select
        label={t`Encoding`}
        description={
          isEncodingCertain ? undefined : t`If letters look wrong in the columns below, choose another encoding.`
        }
        inputWrapperOrder={['label', 'input', 'description']}
        data={IMPORT_ENCODINGS.map((value) => ({ value, label: i18n._(ENCODING_NAMES[value]) }))}
        value={encoding}
        allowDeselect={false}
        disabled={disabled}
        onChange={(value) => {
          const chosen = IMPORT_ENCODINGS.find((each) => each === value)
          if (chosen) onChoose({ encoding: chosen })
        }}
      />
      <Select
        label={t`Columns separated by`}
        data={delimiters}
        value={delimiter}
        allowDeselect={false}
        disabled={disabled}
        onChange={(value) => {
          if (value !== null) onChoose({ delimiter: value })
        }}
      />
    </SimpleGrid>
  )
}

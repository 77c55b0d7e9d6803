import { useLingui } from '@lingui/react/macro'
import { PERCENT_PROBLEM_TEXTS } from './percent-problem-texts.ts'
import { readPercent, writePercent } from './read-percent.ts'
import { TypedNumberField, type TypedNumberProps } from './TypedNumberField.tsx'

/** A percentage, passed on as a rate. */
export function PercentInput(props: TypedNumberProps) {
  const { i18n } = useLingui()
  return (
    <TypedNumberField
      rightSection="%"
      inputMode="decimal"
      {...props}
      read={readPercent}
      write={writePercent}
      problemTexts={{
        unreadable: i18n._(PERCENT_PROBLEM_TEXTS.unreadable),
        'too-many-decimals': i18n._(PERCENT_PROBLEM_TEXTS['too-many-decimals']),
        'too-large': i18n._(PERCENT_PROBLEM_TEXTS['too-large']),
      }}
    />
  )
}

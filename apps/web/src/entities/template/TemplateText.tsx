import { splitTemplate } from '@frontdesk/contract/rules'
import classes from './TemplateText.module.css'
import type { BusinessValues } from './use-business-values.ts'
import { useVariableNames } from './use-variable-names.ts'

interface Props {
  message: string
  /** Default: every variable is a chip. */
  values?: BusinessValues
}

/** A text with its variables replaced by their values, or as chips; one that does not exist stays as it is written. */
export function TemplateText({ message, values = {} }: Props) {
  const names = useVariableNames()
  return splitTemplate(message).map((part, index) =>
    typeof part === 'string'
      ? part
      : (values[part.variable] ?? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their position.
          <span key={index} className={classes.chip}>
            {names[part.variable]}
          </span>
        )),
  )
}

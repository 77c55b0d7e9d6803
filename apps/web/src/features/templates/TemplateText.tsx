import { splitTemplate } from '@frontdesk/contract/rules'
import classes from './TemplatesScreen.module.css'
import { useVariableNames } from './use-variable-names.ts'

/** The text of a template with its variables as chips; one that does not exist stays as it is written. */
export function TemplateText({ message }: { message: string }) {
  const names = useVariableNames()
  return splitTemplate(message).map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their position.
      <span key={index} className={classes.chip}>
        {names[part.variable]}
      </span>
    ),
  )
}

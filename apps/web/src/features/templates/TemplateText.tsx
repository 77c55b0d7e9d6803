import { splitTemplate } from '@frontdesk/contract/rules'
import { useVariableNames } from '../../entities/template/use-variable-names.ts'
import classes from './TemplatesScreen.module.css'

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

import { TemplateText } from '../template/TemplateText.tsx'
import { useBusinessValues } from '../template/use-business-values.ts'
import classes from './Group.module.css'

interface Props {
  children: string
  /** The location that sends it; null: that of each contact. */
  locationID?: string | null
}

/** The text of a group message. Variables that differ between contacts are chips. */
export function SentText({ children, locationID = null }: Props) {
  const values = useBusinessValues(locationID)
  return (
    <p className={classes.sentText} dir="auto">
      <TemplateText message={children} values={values} />
    </p>
  )
}

import type { PaymentConfigs } from '@frontdesk/contract/api'
import { isDarkColor } from '@frontdesk/contract/rules'
import classes from './DocumentHead.module.css'

interface Props extends Pick<PaymentConfigs, 'color' | 'businessLines'> {
  title: string
}

/** The head of a document in the color of the business, with text that can be read on it. */
export function DocumentHead({ color, businessLines, title }: Props) {
  return (
    <div className={classes.head} style={{ background: color, color: isDarkColor(color) ? '#ffffff' : '#000000' }}>
      {title}
      {businessLines && <span>{businessLines}</span>}
    </div>
  )
}

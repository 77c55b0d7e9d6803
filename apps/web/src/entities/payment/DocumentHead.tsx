import type { PaymentConfigs } from '@frontdesk/contract/api'
import { isDarkColor } from '@frontdesk/contract/rules'
import classes from './DocumentHead.module.css'

interface Props extends Pick<PaymentConfigs, 'color' | 'businessLines' | 'logoURL'> {
  title: string
}

/** The head of a document in the color of the business, with text that can be read on it. */
export function DocumentHead({ color, businessLines, logoURL, title }: Props) {
  return (
    <>
      {logoURL !== null && <img className={classes.logo} src={logoURL} alt="" />}
      <div className={classes.head} style={{ background: color, color: isDarkColor(color) ? '#ffffff' : '#000000' }}>
        {title}
        {businessLines && <span>{businessLines}</span>}
      </div>
    </>
  )
}

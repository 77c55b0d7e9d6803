import { Trans } from '@lingui/react/macro'
import classes from './Services.module.css'
import type { ServiceValues } from './service-values.ts'
import { useServiceSummary } from './use-service-summary.ts'

/** Explains the values of a service in plain words. */
export function ServiceSummary({ values }: { values: ServiceValues }) {
  const sentences = useServiceSummary(values)
  return (
    <aside className={classes.summary}>
      <h2>
        <Trans>What this means</Trans>
      </h2>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </aside>
  )
}

import { Trans } from '@lingui/react/macro'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { TextButton } from '../../ui/text/TextButton.tsx'
import type { ContactTotal } from './use-contact-total.ts'

/** How many contacts match, with a button to count them all where that was not done. */
export function ContactTotalText({ text, countAll, isCounting, error }: ContactTotal) {
  if (!countAll) return <span role="status">{text}</span>
  return (
    <>
      <span role="status">{text}</span>{' '}
      <TextButton onClick={countAll} disabled={isCounting}>
        {isCounting ? <Trans>Counting…</Trans> : <Trans>Count all</Trans>}
      </TextButton>
      {!isCounting && <ErrorText error={error} />}
    </>
  )
}

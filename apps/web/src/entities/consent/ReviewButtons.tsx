import { Trans } from '@lingui/react/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { useDecideReview } from './use-decide-review.ts'

interface Props extends Pick<ButtonProps, 'size'> {
  /** The text to decide about. */
  sid: string
}

/** The two decisions about a text that may ask for no more texts. */
export function ReviewButtons({ sid, size }: Props) {
  const { decide, pending } = useDecideReview(sid)
  return (
    <>
      <Button
        size={size}
        variant="default"
        disabled={pending === 'opt-out'}
        loading={pending === 'dismiss'}
        onClick={() => void decide('dismiss')}
      >
        <Trans>Not a request</Trans>
      </Button>
      <Button
        size={size}
        disabled={pending === 'dismiss'}
        loading={pending === 'opt-out'}
        onClick={() => void decide('opt-out')}
      >
        <Trans>Opt out</Trans>
      </Button>
    </>
  )
}

import { Trans } from '@lingui/react/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'

interface Props extends Pick<ButtonProps, 'variant'> {
  id: string
  /** Added to those the campaign goes to. */
  tag?: string | undefined
}

/** Returns to the campaign that a list is uploaded for. */
export function BackToCampaign({ id, tag, variant = 'default' }: Props) {
  return (
    <Button
      variant={variant}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/marketing/create-campaign/$campaignID"
          params={{ campaignID: id }}
          search={tag === undefined ? {} : { tag }}
        />
      )}
    >
      <Trans>Back to the campaign</Trans>
    </Button>
  )
}

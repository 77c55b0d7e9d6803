import { Trans, useLingui } from '@lingui/react/macro'
import classes from './ComposerMode.module.css'

interface Props {
  isNoting: boolean
  onNoting: (isNoting: boolean) => void
}

/** Switches between a reply to the contact and a note for the team. */
export function ComposerMode({ isNoting, onNoting }: Props) {
  const { t } = useLingui()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own and is for fields.
    <div className={classes.root} role="group" aria-label={t`Who sees this`}>
      <button type="button" aria-pressed={!isNoting} onClick={() => onNoting(false)}>
        <Trans>Reply</Trans>
      </button>
      <button
        type="button"
        aria-pressed={isNoting}
        data-tip={isNoting ? undefined : t`Note for your team (n)`}
        onClick={() => onNoting(true)}
      >
        <Trans>Note</Trans>
      </button>
    </div>
  )
}

import { ActionIcon, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsPhone } from '../../../ui/layout/use-viewport.ts'
import classes from './ThreadHeader.module.css'

interface Props {
  label: string
  tip: string
  icon: ReactNode
  variant: 'default' | 'light'
  isBusy?: boolean
  onClick: () => void
}

/** A button in the header of a conversation; only its icon on a phone, to leave space for the name. */
export function HeaderAction({ label, tip, icon, variant, isBusy = false, onClick }: Props) {
  if (useIsPhone()) {
    return (
      <ActionIcon variant={variant} size={44} aria-label={label} loading={isBusy} onClick={onClick}>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <Button
      variant={variant}
      size="xs"
      className={classes.button}
      data-tip={tip}
      data-tip-at="below"
      loading={isBusy}
      leftSection={icon}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

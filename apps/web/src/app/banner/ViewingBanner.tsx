import type { ViewingAs } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ROLE_TEXTS } from '../../entities/teammate/role-texts.ts'
import { endViewAs } from '../../lib/session/view-as.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './ViewingBanner.module.css'

/** Says that the owner is viewing as a teammate, with a button to end it. */
export function ViewingBanner({ viewingAs }: { viewingAs: ViewingAs }) {
  const { t, i18n } = useLingui()
  const onError = useFailureToast()
  const ending = useMutation({ mutationFn: endViewAs, onError })
  const { displayName, role, userID } = viewingAs
  const roleName = i18n._(ROLE_TEXTS[role])
  return (
    <section className={classes.root} aria-label={t`Viewing as someone else`}>
      <IconEye size={16} aria-hidden="true" />
      <span className={classes.text}>
        {userID === null ? (
          <Trans>
            You’re viewing Frontdesk as <strong>any {roleName}</strong>. You can’t change anything.
          </Trans>
        ) : (
          <Trans>
            You’re viewing Frontdesk as <strong>{displayName}</strong> ({roleName}). You can’t change anything.
          </Trans>
        )}
      </span>
      <Button size="compact-sm" variant="white" color="dark" loading={ending.isPending} onClick={() => ending.mutate()}>
        <Trans>Back to my view</Trans>
      </Button>
    </section>
  )
}

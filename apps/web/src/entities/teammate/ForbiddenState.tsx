import { useLingui } from '@lingui/react/macro'
import { IconLock } from '@tabler/icons-react'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { permissionText } from './permission-texts.ts'
import { useOwnerNames } from './queries.ts'

interface Props {
  title: string
  /** Key of the missing permission; a string, because a newer server may require one this page does not know. */
  permission: string
  isScreen?: boolean
}

/** Names the missing permission, and who can grant it. */
export function useMissingPermissionText(permission: string): string {
  const { t } = useLingui()
  const name = permissionText(permission)
  const owners = useOwnerNames()
  return owners === ''
    ? t`You need the “${name}” permission. Ask an owner of your business for it.`
    : t`You need the “${name}” permission. Ask ${owners} for it.`
}

/** Says which permission is missing and who can grant it. */
export function ForbiddenState({ title, permission, isScreen }: Props) {
  const text = useMissingPermissionText(permission)
  return <EmptyState isScreen={isScreen} icon={<IconLock size={28} stroke={1.5} />} title={title} text={text} />
}

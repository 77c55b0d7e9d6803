import type { RoleInfo } from '@frontdesk/contract/api'
import {
  ACTIVE_ROLES,
  CHANGEABLE_ROLES,
  type ChangeableRole,
  can,
  isChangeable,
  PERMISSION_KEYS,
  PERMISSIONS,
  type Permission,
  type PermissionModule,
} from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Switch } from '@mantine/core'
import { IconCheck, IconEye, IconMinus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PERMISSION_TEXTS } from '../../entities/teammate/permission-texts.ts'
import { ROLE_TEXTS } from '../../entities/teammate/role-texts.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { startViewAs } from '../../lib/session/view-as.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { rolesQuery } from './queries.ts'
import classes from './TeamScreen.module.css'

const MODULE_TEXTS: Record<PermissionModule, MessageDescriptor> = {
  Administrative: msg`Administrative`,
  Conversations: msg`Conversations`,
  Contacts: msg`Contacts`,
  Campaigns: msg`SMS campaigns`,
  Payments: msg`Payments`,
  Reviews: msg`Reviews`,
  Automations: msg`Automations`,
  'Web tools': msg`Web tools`,
}

const MODULES = Map.groupBy(PERMISSION_KEYS, (key) => PERMISSIONS[key].module)

export function RoleTable() {
  const { t, i18n } = useLingui()
  const me = useMe()
  const roles = useQuery(rolesQuery)
  return (
    <QueryState query={roles} rows={8}>
      {(data) => {
        const mayEdit = can(me, 'admin_edit_role_permissions')
        const inactive = data.filter(({ isActive }) => !isActive)
        return (
          <>
            <table className={classes.table}>
              <caption className={classes.soft}>
                {mayEdit
                  ? t`Changes apply immediately to everyone with this role.`
                  : t`Only an owner of your business can change this.`}
              </caption>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Permission</Trans>
                  </th>
                  {ACTIVE_ROLES.map((role) => (
                    <th key={role} scope="col" className={classes.held}>
                      {i18n._(ROLE_TEXTS[role])}
                    </th>
                  ))}
                </tr>
              </thead>
              {[...MODULES].map(([module, keys]) => (
                <tbody key={module}>
                  <tr>
                    <th scope="rowgroup" colSpan={1 + ACTIVE_ROLES.length} className={classes.module}>
                      {i18n._(MODULE_TEXTS[module])}
                    </th>
                  </tr>
                  {keys.map((permission) => (
                    <tr key={permission}>
                      <th scope="row">{i18n._(PERMISSION_TEXTS[permission])}</th>
                      {ACTIVE_ROLES.map((role) => (
                        <td key={role} className={classes.held}>
                          <PermissionSwitch
                            role={role}
                            permission={permission}
                            isHeld={data.find(({ key }) => key === role)?.permissions.includes(permission) ?? false}
                            mayEdit={mayEdit}
                          />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              ))}
              {me.role === 'Owner' && (
                <tfoot>
                  <tr>
                    <th scope="row">
                      <Trans>View Frontdesk as this role</Trans>
                    </th>
                    <td />
                    {CHANGEABLE_ROLES.map((role) => (
                      <td key={role} className={classes.held}>
                        <ViewAsButton role={role} />
                      </td>
                    ))}
                  </tr>
                </tfoot>
              )}
            </table>
            <p className={classes.inactive}>
              <span className={classes.soft}>
                <Trans>Not in use yet:</Trans>
              </span>
              {inactive.map(({ key }) => (
                <Badge key={key} variant="default" size="sm">
                  {i18n._(ROLE_TEXTS[key])}
                </Badge>
              ))}
            </p>
          </>
        )
      }}
    </QueryState>
  )
}

interface SwitchProps {
  role: (typeof ACTIVE_ROLES)[number]
  permission: Permission
  isHeld: boolean
  mayEdit: boolean
}

function PermissionSwitch({ role, permission, isHeld, mayEdit }: SwitchProps) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const onError = useFailureToast()
  const show = (info: Pick<RoleInfo, 'key' | 'permissions'>) =>
    cache.setQueryData(rolesQuery.queryKey, (all) =>
      all?.map((one) => (one.key === info.key ? { ...one, permissions: info.permissions } : one)),
    )
  const saving = useMutation({
    mutationFn: (isGranted: boolean) =>
      api.team.setRolePermission({ role: role as ChangeableRole, permission, isGranted }),
    onSuccess: show,
    onError,
  })
  if (!mayEdit || !isChangeable(role, permission)) {
    return isHeld ? (
      <IconCheck size={16} role="img" aria-label={t`Yes`} />
    ) : (
      <IconMinus size={16} role="img" aria-label={t`No`} className={classes.no} />
    )
  }
  return (
    <Switch
      size="sm"
      aria-label={`${i18n._(ROLE_TEXTS[role])}: ${i18n._(PERMISSION_TEXTS[permission])}`}
      checked={saving.isPending ? saving.variables : isHeld}
      onChange={(event) => saving.mutate(event.currentTarget.checked)}
    />
  )
}

function ViewAsButton({ role }: { role: ChangeableRole }) {
  const { t, i18n } = useLingui()
  const onError = useFailureToast()
  const viewing = useMutation({ mutationFn: () => startViewAs({ roleName: role }), onError })
  const name = i18n._(ROLE_TEXTS[role])
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t`View as ${name}`}
      leftSection={<IconEye size={14} />}
      loading={viewing.isPending}
      onClick={() => viewing.mutate()}
    >
      <Trans>View as</Trans>
    </Button>
  )
}

import { ACTIVE_ROLES, memberRules, type Role } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { MultiSelect, Select, Switch } from '@mantine/core'
import { useLocations } from '../../entities/location/queries.ts'
import { ROLE_TEXTS } from '../../entities/teammate/role-texts.ts'
import { useMe } from '../../lib/session/use-me.ts'

type ActiveRole = (typeof ACTIVE_ROLES)[number]

interface RoleProps {
  value: Role
  onChange: (role: ActiveRole) => void
}

/** Offers only the roles the viewer may grant. */
export function RoleSelect({ value, onChange }: RoleProps) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const descriptions: Record<ActiveRole, string> = {
    Owner: t`Can do everything`,
    Manager: t`Runs the inbox, plus anything allowed in Roles and Permissions`,
    TeamMember: t`Answers the conversations assigned to them`,
  }
  const roles = ACTIVE_ROLES.filter((role) => memberRules.grantRole(me, role))
  const chosen = ACTIVE_ROLES.find((role) => role === value)
  return (
    <Select
      label={t`Role`}
      description={chosen && descriptions[chosen]}
      allowDeselect={false}
      data={roles.map((role) => ({ value: role, label: i18n._(ROLE_TEXTS[role]) }))}
      value={value}
      onChange={(role) => role && onChange(role as ActiveRole)}
    />
  )
}

interface LocationsProps {
  /** Null means all locations. */
  value: readonly string[] | null
  onChange: (locations: string[] | null) => void
}

/** All locations by an explicit grant, or some; a teammate with neither sees nothing. */
export function LocationsSelect({ value, onChange }: LocationsProps) {
  const { t } = useLingui()
  const me = useMe()
  const locations = useLocations()
  return (
    <>
      {memberRules.grantLocations(me, null) && (
        <Switch
          label={t`All locations, including new ones`}
          checked={value === null}
          onChange={(event) => onChange(event.currentTarget.checked ? null : locations.map(({ id }) => id))}
        />
      )}
      {value !== null && (
        <MultiSelect
          label={t`Locations`}
          placeholder={value.length === 0 ? t`No locations: they won’t see any conversations` : undefined}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
          value={[...value]}
          onChange={onChange}
          hidePickedOptions
        />
      )}
    </>
  )
}

import { ACTIVE_ROLES, memberRules, type Role } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { MultiSelect, Select, Switch } from '@mantine/core'
import { useLocations } from '../../lib/locations.ts'
import { ROLE_TEXTS } from '../../lib/role-texts.ts'
import { useMe } from '../../lib/session/use-me.ts'

type ActiveRole = (typeof ACTIVE_ROLES)[number]

interface RoleProps {
  value: Role
  onChange: (role: ActiveRole) => void
}

/** Only roles that whoever chooses may give. */
export function RoleSelect({ value, onChange }: RoleProps) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const descriptions: Record<ActiveRole, string> = {
    Owner: t`May do everything`,
    Manager: t`Runs the inbox; what else, the roles say`,
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
  /** Null: all of them. */
  value: readonly string[] | null
  onChange: (locations: string[] | null) => void
}

/** All locations, or some: said explicitly, because none means nothing is seen. */
export function LocationsSelect({ value, onChange }: LocationsProps) {
  const { t } = useLingui()
  const me = useMe()
  const locations = useLocations()
  return (
    <>
      {memberRules.grantLocations(me, null) && (
        <Switch
          label={t`All locations, also those added later`}
          checked={value === null}
          onChange={(event) => onChange(event.currentTarget.checked ? null : locations.map(({ id }) => id))}
        />
      )}
      {value !== null && (
        <MultiSelect
          label={t`Locations`}
          placeholder={value.length === 0 ? t`None: nothing would be seen` : undefined}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
          value={[...value]}
          onChange={onChange}
          hidePickedOptions
        />
      )}
    </>
  )
}

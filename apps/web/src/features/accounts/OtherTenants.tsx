import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { tenantsQuery } from './queries.ts'

/** The other businesses of the same login, in the account menu. */
export function OtherTenants() {
  const present = useSession()
  const tenants = useQuery(tenantsQuery)
  const showFailure = useFailureToast()
  const change = useMutation({
    mutationFn: (tenantId: string) => api.security.switchTenant({ tenantId }),
    onSuccess: (signedIn) => session.set(signedIn),
    onError: showFailure,
  })
  const others = tenants.data?.filter(({ tenantId }) => tenantId !== present?.tenantId) ?? []
  if (others.length === 0) return null
  return (
    <>
      {others.map(({ tenantId, name }) => (
        <Menu.Item
          key={tenantId}
          leftSection={<IconBuildingStore size={16} />}
          disabled={change.isPending}
          onClick={() => change.mutate(tenantId)}
        >
          <Trans>Switch to {name}</Trans>
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}

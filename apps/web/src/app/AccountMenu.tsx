import type { FloatingPosition } from '@mantine/core'
import { onDemand } from '../ui/on-demand.tsx'
import { AccountTrigger } from './AccountTrigger.tsx'

const Body = onDemand(async () => (await import('./AccountMenuBody.tsx')).AccountMenuBody)

interface Props {
  position: FloatingPosition
  withName?: boolean
}

export function AccountMenu(props: Props) {
  return <Body {...props} trigger={(handlers) => <AccountTrigger withName={props.withName} {...handlers} />} />
}

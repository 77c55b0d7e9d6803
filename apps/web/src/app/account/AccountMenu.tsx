import type { FloatingPosition } from '@mantine/core'
import { lazyOnInteraction } from '../../ui/lazy/lazy-on-interaction.tsx'
import { AccountTrigger } from './AccountTrigger.tsx'

const Body = lazyOnInteraction(async () => (await import('./AccountMenuBody.tsx')).AccountMenuBody)

interface Props {
  position: FloatingPosition
  withName?: boolean
}

export function AccountMenu(props: Props) {
  return <Body {...props} trigger={(handlers) => <AccountTrigger withName={props.withName} {...handlers} />} />
}

import { lazyOnInteraction } from '../../ui/lazy/lazy-on-interaction.tsx'
import { TeamTrigger } from './TeamTrigger.tsx'

const Panel = lazyOnInteraction(async () => (await import('./TeamPanel.tsx')).TeamPanel)

/** Which teammates are there; pressed, everybody with when they were last seen. */
export function TeamPresence() {
  return <Panel trigger={(handlers) => <TeamTrigger {...handlers} />} />
}

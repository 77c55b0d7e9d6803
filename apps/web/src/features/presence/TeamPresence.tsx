import { lazyOnInteraction } from '../../ui/lazy/lazy-on-interaction.tsx'
import { TeamTrigger } from './TeamTrigger.tsx'

const Panel = lazyOnInteraction(async () => (await import('./TeamPanel.tsx')).TeamPanel)

/** Shows online teammates; a press lists everyone with when they were last seen. */
export function TeamPresence() {
  return <Panel trigger={(handlers) => <TeamTrigger {...handlers} />} />
}

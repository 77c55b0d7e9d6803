import { onDemand } from '../../ui/on-demand.tsx'
import { TeamTrigger } from './TeamTrigger.tsx'

const Panel = onDemand(async () => (await import('./TeamPanel.tsx')).TeamPanel)

/** Which teammates are there; pressed, everybody with when they were last seen. */
export function TeamPresence() {
  return <Panel trigger={(handlers) => <TeamTrigger {...handlers} />} />
}

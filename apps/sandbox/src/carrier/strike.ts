import type { World } from '../platform/world.ts'
import type { Fault, FaultKind, FaultScene } from '../store/faults.ts'

/** Lets a fault strike, if one stands for this scene, and counts it. */
export function strike(world: World, kind: FaultKind, scene: FaultScene): Fault | undefined {
  const fault = world.faults.take(kind, scene)
  if (fault) {
    world.db.afterCommit(() => world.live.publish(() => ({ type: 'faults', faults: world.faults.list() })))
  }
  return fault
}

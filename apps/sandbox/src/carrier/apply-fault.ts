import type { SandboxContext } from '../platform/context.ts'
import type { Fault, FaultKind, FaultScope } from '../store/faults.ts'

/** Consumes and returns the active fault of this kind for the scope, if there is one. */
export function applyFault(context: SandboxContext, kind: FaultKind, scope: FaultScope): Fault | undefined {
  const fault = context.faults.consume(kind, scope)
  if (fault) {
    context.db.afterCommit(() => context.events.publish(() => ({ type: 'faults', faults: context.faults.list() })))
  }
  return fault
}

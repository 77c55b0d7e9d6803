import type { CatchUp } from '@frontdesk/contract/api'
import { z } from 'zod'
import type { Actor } from '../actor.ts'
import type { FrontdeskSocket } from './socket.ts'

const After = z.union([z.null(), z.string().regex(/^\d{1,19}$/)])

/**
 * Answers a socket's requests for what it missed, one at a time, so that a flood holds a single database connection.
 * The others get no response; clients retry later.
 */
export function answerCatchUps(
  socket: FrontdeskSocket,
  catchUp: (actor: Actor, after: string | null) => Promise<CatchUp>,
  onError: (error: unknown) => void,
): void {
  let isCatchingUp = false
  socket.on('catch-up', async (after, answer) => {
    if (typeof answer !== 'function' || isCatchingUp) return
    const parsed = After.safeParse(after)
    if (!parsed.success) return answer({ status: 'reload', lastId: '0' })
    isCatchingUp = true
    try {
      answer(await catchUp(socket.data.actor, parsed.data))
    } catch (error) {
      onError(error)
      answer({ status: 'reload', lastId: '0' })
    } finally {
      isCatchingUp = false
    }
  })
}

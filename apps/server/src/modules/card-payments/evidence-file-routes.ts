import { can, EVIDENCE_FILES } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import { getEvidence } from './submit-evidence.ts'

const Params = z.object({ id: z.uuid(), kind: z.enum(EVIDENCE_FILES) })

/** Serves files for the bank to the teammates who may send them. */
export function mountEvidenceFiles(
  app: FastifyInstance,
  deps: Needs<'authenticateFiles' | 'drawEvidence' | 'inTenant'>,
): void {
  app.get<{ Params: { id: string; kind: string } }>('/files/disputes/:id/:kind.pdf', async (request, reply) => {
    const actor = await deps.authenticateFiles(request)
    const { success, data } = Params.safeParse(request.params)
    if (!success || !can(actor, 'payments_manage')) throw new AppError('DisputeNotFound')
    const { files } = await deps.inTenant(actor, (tx) => getEvidence(tx, actor, data.id))
    const plan = files.find(({ kind }) => kind === data.kind)
    if (!plan) throw new AppError('DisputeNotFound')
    const { content, filename } = await deps.drawEvidence(actor.tenantId, plan)
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `inline; filename="${filename}"`)
      .type('application/pdf')
      .send(Buffer.from(content))
  })
}

import { MediaSid } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import type { Needs } from '../../platform/module.ts'
import { type FileDeps, type FileRow, uploadFile } from './files.ts'
import { verifyMediaToken } from './media-token.ts'

declare module '../../platform/module.ts' {
  interface ModuleServices {
    /** Whether the actor may see the conversation that contains this message, sent or scheduled. */
    maySeeMessage: (tx: TenantTx, actor: Actor, messageId: string) => Promise<boolean>
    /** Whether the actor may see a group message. */
    maySeeGroupMessage: (tx: TenantTx, actor: Actor, groupMessageId: string) => Promise<boolean>
    maySeeCampaign: (tx: TenantTx, actor: Actor, campaignId: string) => Promise<boolean>
    /** Whether the actor may see a file of a payment document. */
    maySeeDocumentFile: (tx: TenantTx, actor: Actor, file: { id: string; documentId: string }) => Promise<boolean>
  }
}

type FileRouteDeps = Needs<
  | 'inTenant'
  | 'storage'
  | 'secrets'
  | 'maySeeMessage'
  | 'maySeeGroupMessage'
  | 'maySeeCampaign'
  | 'maySeeDocumentFile'
  | 'authenticateFiles'
>

export const fileRoutes = (api: Api, deps: FileDeps) => ({
  uploadFile: api.files.uploadFile.handler(({ context, input }) => uploadFile(deps, signedIn(context), input.file)),
})

/** Headers of a response with a file: files come from strangers and must not run scripts. */
export const fileHeaders = ({ contentType, filename }: Pick<FileRow, 'contentType' | 'filename'>) => ({
  'content-type': contentType,
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': `${/^(image|video|audio)\//.test(contentType) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(filename)}`,
})

/** Serves file contents: `/files/…` for signed-in users, `/media/…` with a signed token for carriers. */
export function mountFiles(app: FastifyInstance, deps: FileRouteDeps): void {
  app.get<{ Params: { sid: string } }>('/files/:sid', async (request, reply) => {
    if (!MediaSid.safeParse(request.params.sid).success) throw new AppError('FileNotFound')
    const actor = await deps.authenticateFiles(request)
    const file = await deps.inTenant(actor, async (tx) => {
      const row = await findFile(tx, fromSid(request.params.sid))
      if (!row) return null
      return (await maySee(tx, actor, row)) ? row : null
    })
    return sendFile(request, reply, file, 'private, max-age=86400, immutable')
  })

  app.get<{ Params: { token: string } }>('/media/:token', async (request, reply) => {
    const claims = await verifyMediaToken(deps.secrets.mediaKey, request.params.token)
    const file = claims && (await deps.inTenant(claims, (tx) => findFile(tx, claims.id)))
    return sendFile(request, reply, file, 'private, no-store')
  })

  async function maySee(tx: TenantTx, actor: Actor, file: Row<'files'>): Promise<boolean> {
    const messageId = file.messageId ?? file.scheduledMessageId
    if (messageId !== null) return deps.maySeeMessage(tx, actor, messageId)
    if (file.campaignId !== null) return deps.maySeeCampaign(tx, actor, file.campaignId)
    if (file.groupMessageId !== null) return deps.maySeeGroupMessage(tx, actor, file.groupMessageId)
    const { id, documentId } = file
    if (documentId !== null) return deps.maySeeDocumentFile(tx, actor, { id, documentId })
    return file.uploadedBy === actor.userId
  }

  /** A file, with its contents, which it may share with another file. */
  const findFile = (tx: TenantTx, id: string) =>
    tx
      .selectFrom('files as f')
      .leftJoin('files as s', (join) => join.on('s.tenantId', '=', tx.tenantId).onRef('s.id', '=', 'f.contentsOf'))
      .where('f.tenantId', '=', tx.tenantId)
      .where('f.id', '=', id)
      .selectAll('f')
      .select(({ fn }) => fn.coalesce('f.storageKey', 's.storageKey').as('contentsKey'))
      .executeTakeFirst()

  async function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    file: Awaited<ReturnType<typeof findFile>> | null,
    cacheControl: string,
  ) {
    if (!file?.contentsKey) throw new AppError('FileNotFound')
    const contents = await deps.storage.get(file.contentsKey)
    reply.headers(fileHeaders(file)).header('cache-control', cacheControl).header('accept-ranges', 'bytes')
    const ranges = request.headers.range ? parseRange(contents.length, request.headers.range) : -2
    if (ranges === -1) return reply.status(416).header('content-range', `bytes */${contents.length}`).send()
    const [range] = typeof ranges === 'number' ? [] : ranges
    if (!range) return reply.send(Buffer.from(contents))
    return reply
      .status(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${contents.length}`)
      .send(Buffer.from(contents.subarray(range.start, range.end + 1)))
  }
}

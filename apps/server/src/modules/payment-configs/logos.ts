import { DOCUMENT_LOGO_URL } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Needs } from '../../platform/module.ts'
import { putWithRow } from '../../platform/storage.ts'
import { deleteContents, makeLogo } from '../files/index.ts'

export type LogoDeps = Needs<'inTenant' | 'storage'>

export interface DocumentLogo {
  storageKey: string
  width: number
  height: number
}

/** Twice what documents show, for sharp prints and screens. */
const SIZE = { width: 800, height: 240 }
const URL_PREFIX = '/files/payment-logos/'

const logoUrl = (id: string): string => URL_PREFIX + id.replaceAll('-', '')
export const logoId = (url: string): string =>
  url.slice(URL_PREFIX.length).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Stores a logo; documents have it once it is saved in the settings. */
export async function uploadLogo(
  { storage, inTenant }: LogoDeps,
  actor: Actor,
  file: File,
): Promise<{ logoURL: string }> {
  const { contents, width, height } = await makeLogo(new Uint8Array(await file.arrayBuffer()), SIZE)
  const id = newId()
  const storageKey = `${actor.tenantId}/logos/${id}`
  await putWithRow(storage, storageKey, contents, () =>
    inTenant(actor, (tx) =>
      tx
        .insertInto('documentLogos')
        .values({ tenantId: tx.tenantId, id, storageKey, width, height, createdAt: tx.now() })
        .execute(),
    ),
  )
  return { logoURL: logoUrl(id) }
}

/** The logo that an address of the settings leads to. */
export const findLogo = async (tx: TenantTx, url: string | null): Promise<DocumentLogo | null> =>
  url === null
    ? null
    : ((await tx
        .selectFrom('documentLogos')
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', logoId(url))
        .select(['storageKey', 'width', 'height'])
        .executeTakeFirst()) ?? null)

/** Makes an uploaded logo the only one: others, also those that were never saved, are deleted. */
export async function keepOnlyLogo(tx: TenantTx, url: string | null): Promise<void> {
  if (url !== null && !(await findLogo(tx, url))) throw new AppError('FileNotFound')
  const deleted = await tx
    .deleteFrom('documentLogos')
    .where('tenantId', '=', tx.tenantId)
    .$if(url !== null, (query) => query.where('id', '!=', logoId(url ?? '')))
    .returning('storageKey')
    .execute()
  await deleteContents(tx, deleted)
}

/** Serves logos to teammates. */
export function mountLogos(
  app: FastifyInstance,
  { inTenant, storage, authenticateFiles }: LogoDeps & Needs<'authenticateFiles'>,
): void {
  app.get(`${URL_PREFIX}:id`, async (request, reply) => {
    const [url = ''] = request.url.split('?', 1)
    if (!DOCUMENT_LOGO_URL.test(url)) throw new AppError('FileNotFound')
    const actor = await authenticateFiles(request)
    const logo = await inTenant(actor, (tx) => findLogo(tx, url))
    if (!logo) throw new AppError('FileNotFound')
    return reply
      .type('image/png')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(Buffer.from(await storage.get(logo.storageKey)))
  })
}

import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { secondsOf } from './clock.ts'
import { emitEvent } from './emit-event.ts'
import { makeStripeId } from './ids.ts'
import { Ignored, Page, Text } from './parameters.ts'
import { access, listObjects, route, type StripeRoute } from './route.ts'
import { invalidRequest } from './stripe-error.ts'

const MAX_BYTES = 5 * 1024 * 1024
/** The types of evidence, with what their files begin with. https://docs.stripe.com/file-upload#uploading-a-file */
const TYPES: Record<string, { type: string; start: string }> = {
  'application/pdf': { type: 'pdf', start: '%PDF-' },
  'image/jpeg': { type: 'jpg', start: '\xff\xd8\xff' },
  'image/png': { type: 'png', start: '\x89PNG' },
}

const Upload = z.strictObject({ filename: z.string(), contentType: z.string(), content: z.base64() })

/** Evidence of disputes. */
export const fileRoutes: StripeRoute[] = [
  route(
    'POST',
    '/files',
    z.strictObject({ purpose: Text, file: Upload, file_link_data: Ignored }),
    ({ context, accountId, input }) => addFile(context, accountId, input.purpose, input.file),
  ),
  route('GET', '/files', z.strictObject({ ...Page, purpose: Text.optional() }), (call) =>
    listObjects(call, 'file', '/v1/files', call.input, { equal: { purpose: call.input.purpose } }),
  ),
  route('GET', '/files/:id', z.strictObject({}), (call) => access(call, 'file', call.path('id'), 'file')),
]

function addFile(
  context: SandboxContext,
  accountId: string,
  purpose: string,
  { filename, contentType, content }: z.output<typeof Upload>,
) {
  if (purpose !== 'dispute_evidence') throw invalidRequest(`Invalid purpose: ${purpose}`, { param: 'purpose' })
  const bytes = Buffer.from(content, 'base64')
  const { type, start = '' } = TYPES[contentType] ?? {}
  if (!type || !bytes.toString('latin1').startsWith(start))
    throw invalidRequest(`Files of type ${contentType} are not allowed.`, { code: 'file_type', param: 'file' })
  const size = bytes.length
  if (size > MAX_BYTES) throw invalidRequest('The file is larger than 5 MB.', { param: 'file' })
  const id = makeStripeId('file')
  const file = context.stripe.add(
    accountId,
    'file',
    {
      id,
      object: 'file',
      created: secondsOf(context, accountId),
      expires_at: null,
      filename,
      links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
      purpose,
      size,
      title: null,
      type,
      url: `/v1/files/${id}/contents`,
    },
    { content },
  )
  emitEvent(context, accountId, 'file.created', file)
  return file
}

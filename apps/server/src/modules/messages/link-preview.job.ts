import { createHash, createHmac } from 'node:crypto'
import type { LinkPreview } from '@frontdesk/contract/api'
import { firstLink } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import { shift } from '../../platform/clock.ts'
import type { Row } from '../../platform/database/row.ts'
import { type Subscription, subscribe } from '../../platform/events/dispatcher.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { makeThumbnail } from '../files/index.ts'
import { findMessages } from '../threads/index.ts'
import { addToMessage } from './add-to-message.ts'
import type { MessageDeps } from './deps.ts'
import { messageLinkPreviewed, messageQueued, messageReceived } from './events.ts'

const Payload = z.object({ tenantId: z.uuid(), messageId: z.uuid(), attempts: z.int() })
type Request = z.infer<typeof Payload>

const NAME = 'preview-link'
/** A page is fetched at most once in this time, however many messages link to it. */
const TTL_MS = 24 * 60 * 60_000
/** A fetch that takes longer has failed and may be repeated. */
const FETCH_TIMEOUT_MS = 60_000
const RETRY_MS = 5000
const MAX_ATTEMPTS = 20

const specOf = (request: Request) => ({
  identifier: NAME,
  payload: request,
  jobKey: `preview-link:${request.messageId}`,
  maxAttempts: 3,
})

export const linkPreviewSubscriptions: Subscription[] = [messageReceived, messageQueued].map((event) =>
  subscribe(event, ({ tenantId, messageId, data }) =>
    messageId && data.hasLink ? [specOf({ tenantId, messageId, attempts: 0 })] : [],
  ),
)

type StoredPreview = Pick<Row<'linkPreviews'>, 'state'> & { preview: LinkPreview | null }

/** Adds a preview of the first linked page to a message. Safe to run twice: a page is fetched once a day. */
export const previewLink = defineJob({
  name: NAME,
  lane: 'background',
  payload: Payload,
  run: async (deps: MessageDeps, request) => {
    const url = await deps.inTenant(request, async (tx) => {
      const [message] = await findMessages(tx, [request.messageId])
      return message && message.type !== 'update' ? firstLink(message.body) : null
    })
    if (!url) return
    const urlHash = createHash('sha256').update(url).digest('hex')
    const stored = await claim(deps, request, urlHash)
    if (stored?.state === 'fetching') {
      if (request.attempts >= MAX_ATTEMPTS) return
      const next = { ...specOf({ ...request, attempts: request.attempts + 1 }), runAt: shift(deps.now(), RETRY_MS) }
      await deps.inTenant(request, (tx) => enqueue(tx, next))
      return
    }
    const preview = stored ? stored.preview : await fetchPreview(deps, request, { url, urlHash })
    if (preview) await addPreview(deps, request, preview)
  },
})

/** Claims the fetch of a page and returns null, or returns the state of another job's fetch. */
const claim = (deps: MessageDeps, scope: Request, urlHash: string): Promise<StoredPreview | null> =>
  deps.inTenant(scope, async (tx) => {
    const now = deps.now()
    const { rows: claimed } = await sql`
      insert into link_previews as p (tenant_id, url_hash, state, preview, requested_at)
      values (${tx.tenantId}, ${urlHash}, 'fetching', null, ${now}::timestamptz)
      on conflict (tenant_id, url_hash) do update set state = 'fetching', preview = null, requested_at = excluded.requested_at
      where p.requested_at < ${shift(now, -TTL_MS)}::timestamptz
        or (p.state = 'fetching' and p.requested_at < ${shift(now, -FETCH_TIMEOUT_MS)}::timestamptz)
      returning p.url_hash`.execute(tx)
    if (claimed.length > 0) return null
    const stored = await tx
      .selectFrom('linkPreviews')
      .where('tenantId', '=', tx.tenantId)
      .where('urlHash', '=', urlHash)
      .select(['state', 'preview'])
      .executeTakeFirst()
    return stored ?? null
  })

/** Deletes expired previews. Messages keep their own copy, and the image stays in storage. */
export const clearOldPreviews = defineCleanup(async (tx, now, limit) => {
  const { rows } = await sql`
    delete from link_previews where tenant_id = ${tx.tenantId} and url_hash in (
      select url_hash from link_previews
      where tenant_id = ${tx.tenantId} and requested_at < ${shift(now, -TTL_MS)}::timestamptz
      limit ${limit}
    ) returning url_hash`.execute(tx)
  return rows.length
})

async function fetchPreview(
  deps: MessageDeps,
  scope: Request,
  { url, urlHash }: { url: string; urlHash: string },
): Promise<LinkPreview | null> {
  const page = await deps.readPage(url)
  const picture = page?.picture ? await makeThumbnail(page.picture) : null
  // Derived with a secret: teammates who cannot see the message must not find out that it links to a page they know.
  const pictureId = createHmac('sha256', deps.secrets.mediaKey).update(`${scope.tenantId} ${url}`).digest('hex')
  if (picture) await deps.storage.put(pictureKey(scope.tenantId, pictureId), picture.contents)
  const preview = page && {
    url,
    title: page.title,
    description: page.description,
    siteName: page.siteName,
    picture: picture && {
      url: `/files/link-previews/${pictureId}`,
      width: picture.width,
      height: picture.height,
    },
  }
  await deps.inTenant(scope, (tx) =>
    tx
      .updateTable('linkPreviews')
      .set({ state: 'done', preview: preview && JSON.stringify(preview) })
      .where('tenantId', '=', tx.tenantId)
      .where('urlHash', '=', urlHash)
      .execute(),
  )
  return preview
}

export const pictureKey = (tenantId: string, pictureId: string): string => `${tenantId}/link-previews/${pictureId}`

const addPreview = (deps: MessageDeps, scope: Request, value: LinkPreview) =>
  deps.inTenant(scope, (tx) =>
    addToMessage(deps, tx, scope.messageId, { key: 'linkPreview', value, event: messageLinkPreviewed.of() }),
  )

import { UPLOAD_MAX_BYTES } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import { subscribe } from '../../../platform/events/dispatcher.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { announce, findConversation } from '../../conversations/index.ts'
import { measure, sniffType, storeFetched } from '../../files/index.ts'
import { CarrierError, findCarrierAccount } from '../../messaging/index.ts'
import { selectMessagesWithPair } from '../../number-pairs/index.ts'
import { findMessages, messageChanged } from '../../threads/index.ts'
import type { MessageDeps } from '../deps.ts'
import { messageMediaStored, messageReceived } from '../events.ts'

const Payload = z.object({ tenantId: z.uuid(), messageId: z.uuid() })
type Scope = z.infer<typeof Payload>

const NAME = 'fetch-media'

export const mediaSubscription = subscribe(messageReceived, ({ tenantId, messageId, data }) =>
  messageId && data.hasMedia
    ? [{ identifier: NAME, payload: { tenantId, messageId }, jobKey: `media:${messageId}`, maxAttempts: 8 }]
    : [],
)

/**
 * Copies the media of an inbound message into our storage, because the carrier deletes them. Safe to run twice: stored
 * files are skipped.
 */
export const fetchMedia = defineJob({
  name: NAME,
  lane: 'carrier',
  payload: Payload,
  run: async (deps: MessageDeps, scope, { isLast }) => {
    const { files, account } = await deps.inTenant(scope, async (tx) => {
      // The receiving number, which differs from the conversation's after a merge.
      const message = await selectMessagesWithPair(tx).where('m.id', '=', scope.messageId).executeTakeFirst()
      const number =
        message &&
        (await tx
          .selectFrom('phoneNumbers')
          .where('tenantId', '=', tx.tenantId)
          .where('id', '=', message.phoneNumberId)
          .select('messagingAccountId')
          .executeTakeFirst())
      const pendingFiles = await tx
        .selectFrom('files')
        .where('tenantId', '=', tx.tenantId)
        .where('messageId', '=', scope.messageId)
        .where('state', '=', 'fetching')
        .orderBy('position')
        .select(['id', 'providerUrl'])
        .execute()
      return {
        files: pendingFiles,
        account: number ? await findCarrierAccount(deps, tx, number.messagingAccountId) : null,
      }
    })
    let failure: unknown
    for (const file of files) {
      try {
        if (!account || !file.providerUrl) throw new CarrierError('refused', null, null, null)
        const contents = await deps.carrier.fetchMedia(account, file.providerUrl, UPLOAD_MAX_BYTES)
        const contentType = await sniffType(contents)
        if (!contentType) throw new CarrierError('refused', null, null, null)
        const size = contentType.startsWith('image/') ? await measure(contents) : { width: null, height: null }
        await storeFetched(deps, scope, file.id, contents, { contentType, ...size })
      } catch (error) {
        const isFinal = isLast || (error instanceof CarrierError && error.outcome === 'refused')
        if (isFinal) await markFailed(deps, scope, file.id)
        else failure = error
      }
    }
    if (files.length > 0) await publishMediaStored(deps, scope)
    if (failure) throw failure
  },
})

const markFailed = (deps: MessageDeps, scope: Scope, id: string) =>
  deps.inTenant(scope, (tx) =>
    tx.updateTable('files').set({ state: 'failed' }).where('tenantId', '=', tx.tenantId).where('id', '=', id).execute(),
  )

const publishMediaStored = (deps: MessageDeps, scope: Scope) =>
  deps.inTenant(scope, async (tx) => {
    const changed = await tx
      .updateTable('messages')
      .set({ version: sql`version + 1` })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', scope.messageId)
      .returning('conversationId')
      .executeTakeFirstOrThrow()
    const [row] = await findMessages(tx, [scope.messageId])
    const conversation = await findConversation(tx, null, changed.conversationId, 'read')
    if (!row || !conversation) return
    const at = deps.now()
    const eventId = await messageMediaStored.record(tx, {
      at,
      scope: conversation,
      conversationId: changed.conversationId,
      messageId: scope.messageId,
    })
    tx.afterCommit(() => announce(deps, tx.tenantId, conversation, [messageChanged(eventId, at, row)]))
  })

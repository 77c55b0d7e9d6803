import { createHash, randomUUID } from 'node:crypto'
import type { Sandbox } from '@frontdesk/sandbox'
import type { Frontdesk } from '../app/frontdesk.ts'
import { markRead, snoozeConversation } from '../modules/attention/index.ts'
import { setOpenState } from '../modules/changes/index.ts'
import { updateLabels } from '../modules/contacts/index.ts'
import { startConversation } from '../modules/conversations/index.ts'
import { changeFolder } from '../modules/folders/index.ts'
import { receiveMessage, receiveStatus, scheduleMessage, sendMessage } from '../modules/messages/index.ts'
import { recordConsent } from '../modules/messaging/index.ts'
import { addNote } from '../modules/notes/index.ts'
import type { Actor } from '../platform/actor.ts'
import { shift } from '../platform/clock.ts'
import { DEMO_ZONE, type DemoConversation } from './harbor-dental.ts'
import { marketingOptIn } from './marketing-opt-in.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

interface DemoThread {
  conversation: DemoConversation
  tenantPhone: string
  assigneeId: string | null
  team: { manager: string; member: string }
}

/** Replays a conversation with its own clock. Returns its id. */
export async function seedConversation(
  server: Frontdesk,
  sandbox: Sandbox,
  owner: Actor,
  { conversation, tenantPhone, assigneeId, team }: DemoThread,
): Promise<string> {
  const present = server.services.now()
  const end = shift(present, -Math.round(conversation.hoursAgo * HOUR_MS))
  let at = shift(end, -conversation.turns.length * 4 * MINUTE_MS)
  // Replays the past with its own clock, without pushes, jobs or the carrier.
  const context = { now: () => at, push: () => {} }
  const deps = {
    ...server.services,
    ...context,
    wake: () => {},
    inTenant: server.database.inTenantWith(context),
  }
  const route = await deps.findNumberRoute(tenantPhone)
  if (!route) throw new Error('A purchased number has no route.')

  const { phone, name } = conversation
  const started = await deps.inTenant(owner, async (tx) => {
    await recordConsent(tx, { ...marketingOptIn(owner, phone), at })
    return startConversation(deps, tx, owner, {
      contactName: name,
      contactPhoneNumber: phone,
      tenantPhoneNumber: tenantPhone,
      assigneeId,
    })
  })
  sandbox.namePhone(phone, name)
  const author =
    assigneeId === team.member
      ? { ...owner, userId: team.member, displayName: 'Sofia Reyes' }
      : { ...owner, userId: team.manager, displayName: 'Marcus Lee' }

  for (const [i, turn] of conversation.turns.entries()) {
    at = i === conversation.turns.length - 1 ? end : shift(at, (1 + ((i * 7 + name.length) % 5)) * MINUTE_MS)
    const body = turn.slice(2)
    const isInbound = turn.startsWith('>')
    // Unique per business, as the sandbox keeps the texts of earlier demo businesses.
    const providerSid = `SM${createHash('md5').update(`${owner.tenantId}${tenantPhone}${phone}${i}`).digest('hex')}`
    sandbox.importText({
      sid: providerSid,
      from: isInbound ? phone : tenantPhone,
      to: isInbound ? tenantPhone : phone,
      body,
      at,
    })
    if (isInbound) {
      await receiveMessage(deps, route, { providerSid, from: phone, body, optOutType: undefined, media: [], at })
    } else {
      // Sent and delivered in one transaction, so that no job sends it.
      const message = await deps.inTenant(owner, async (tx) => {
        const { message } = await sendMessage(deps, tx, author, {
          conversationId: started.id,
          text: body,
          attachmentIds: [],
          clientMessageId: randomUUID(),
        })
        await receiveStatus(deps, tx, {
          providerSid,
          status: 'delivered',
          errorCode: null,
          messageId: message.id,
        })
        return message
      })
      await deps.inTenant(author, (tx) => markRead(deps, tx, author, started.id, message.index))
    }
  }
  const { note, scheduled, labels } = conversation
  if (note !== undefined) {
    await deps.inTenant(author, (tx) =>
      addNote(deps, tx, author, {
        conversationId: started.id,
        note,
        mentions: note.includes('@Marcus Lee') ? [team.manager] : [],
        clientMessageId: randomUUID(),
      }),
    )
  }
  if (scheduled !== undefined) {
    const tomorrow = Temporal.Instant.from(present).toZonedDateTimeISO(DEMO_ZONE).add({ days: 1 })
    await deps.inTenant(author, (tx) =>
      scheduleMessage(deps, tx, author, {
        conversationId: started.id,
        text: scheduled,
        attachmentIds: [],
        clientMessageId: randomUUID(),
        sendAt: tomorrow.withPlainTime('10:00').toInstant().toString(),
      }),
    )
  }
  if (labels !== undefined) {
    await deps.inTenant(author, (tx) => updateLabels(deps, tx, author, { id: started.contactId, labels }))
  }
  const { folder, isUnread, isSnoozed, isClosed } = conversation
  await deps.inTenant(author, async (tx) => {
    if (!isUnread) await markRead(deps, tx, author, started.id, conversation.turns.length)
    if (folder) await changeFolder(deps, tx, author, { ids: [started.id], folderKey: folder })
    if (isSnoozed) await snoozeConversation(deps, tx, author, { id: started.id, until: null })
    if (isClosed) await setOpenState(deps, tx, author, started.id, true)
  })
  return started.id
}

import { ERRORS, fromSid } from '@frontdesk/contract/rules'
import { describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '../testing/client.ts'
import type { ContractEndpoint } from '../testing/list-endpoints.ts'
import { replaceAt, type SampleIds } from '../testing/sample-input.ts'
import { callAny, createCaller, createSamples, errorCodeOf, inputFor, protectedEndpoints } from '../testing/sweep.ts'
import { sharedTestInstance } from '../testing/test-instance.ts'

/** Grows with every endpoint there is. */
vi.setConfig({ testTimeout: 120_000 })

const instance = await sharedTestInstance()

/** A tenant's content, to detect any change. */
async function contentsOf(tenantId: string): Promise<Record<string, string>> {
  const { owner } = instance.server.database
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'`,
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await owner.query<{ rows: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as rows from ${name} t where tenant_id = $1`,
      [tenantId],
    )
    contents[name] = rows[0]?.rows ?? ''
  }
  return contents
}

/** Error codes for an object that does not exist or belongs to another tenant. */
const NOT_YOURS = Object.entries(ERRORS)
  .filter(([, status]) => status === 404)
  .map(([code]) => code)
  .concat('AssigneeUnknown', 'AttachmentUnknown')
/** Responses that are the same for every number, whichever business has it. */
const SAME_FOR_ANY_NUMBER = [
  // The carrier's response for a number that is not for sale.
  ['phoneNumbers.create', 'PhoneNumberTaken'].join(),
  // An earlier request added a contact with their contact's number.
  ['contacts.addPhone', 'ContactExists'].join(),
  // The sample of a time is long past.
  ['bookings.create', 'SlotTaken'].join(),
  ['bookingPayments.book', 'SlotTaken'].join(),
]

/** Endpoints besides DELETE after which other endpoints can no longer use the samples. */
const FINAL = [
  'consent.record',
  'contacts.updateBlock',
  'contactSegments.delete',
  'bookingViews.delete',
  'campaigns.delete',
  'automations.delete',
]

describe('with the ids of another tenant', () => {
  test('every endpoint responds as if they did not exist, and neither changes nor reveals anything of theirs', async () => {
    const mine = await instance.createTenant()
    const theirs = await instance.createTenant()
    const samples = await createSamples(instance, mine)
    const foreign = await createSamples(instance, theirs)
    const before = await contentsOf(theirs.tenantId)
    const secrets = [
      theirs.tenantId,
      foreign.location,
      foreign.user,
      theirs.owner.auth.userName,
      ...[foreign.conversation, foreign.message, foreign.file, foreign.phoneNumber].flatMap((sid) => [
        sid,
        fromSid(sid),
      ]),
    ]
    let tried = 0
    for (const walked of protectedEndpoints) {
      const { leaves } = inputFor(walked, samples)
      for (const leaf of leaves.filter(({ names }) => names !== null)) {
        const { input } = inputFor(walked, samples)
        const names = leaf.names as keyof SampleIds
        const answer = await callAny(
          instance,
          walked.endpoint,
          replaceAt(input, leaf.path, foreign[names]),
          mine.owner.auth.bearerToken,
        )
        tried += 1
        const where = `${walked.name} with their ${leaf.path.join('.')}`
        // A contact's number belongs to no tenant: it may be a contact of ours too. Filters narrow to nothing.
        const mayAnswer = names === 'contactPhone' || leaf.isOptional
        if (answer instanceof ApiFailure || !mayAnswer) {
          const code = errorCodeOf(answer)
          // An earlier request with an optional id may have saved a new version.
          const isOutdated = leaf.isOptional && ['ChangedMeanwhile', 'MoveNotUndoable'].includes(code)
          const isRefused =
            NOT_YOURS.includes(code) || SAME_FOR_ANY_NUMBER.includes([walked.name, code].join()) || isOutdated
          expect([where, isRefused || code]).toEqual([where, true])
        }
        const said = JSON.stringify(answer)
        for (const secret of secrets) expect([where, said.includes(secret)]).toEqual([where, false])
      }
    }
    expect(tried).toBeGreaterThan(15)
    await instance.idle()
    expect(await contentsOf(theirs.tenantId)).toEqual(before)
  })

  test('the same inputs with the tenant’s own ids are not rejected for their format or ids', async () => {
    const tenant = await instance.createTenant()
    const things = await createSamples(instance, tenant)
    const callAsAnother = createCaller(instance, () => tenant.createUser('Owner'))
    let expendable: SampleIds | undefined
    const deleted = new Set<string>()
    /** Samples for endpoints that delete them or stop texts: new ones once an endpoint needs one of those again. */
    const samplesToDelete = async (walked: ContractEndpoint) => {
      const names = inputFor(walked, things).leaves.flatMap((leaf) => leaf.names ?? [])
      if (!expendable || names.some((name) => deleted.has(name))) {
        expendable = await createSamples(instance, tenant)
        deleted.clear()
      }
      for (const name of names) deleted.add(name)
      return expendable
    }
    for (const walked of protectedEndpoints) {
      const isFinal = walked.method === 'DELETE' || FINAL.includes(walked.name)
      const ids = isFinal ? await samplesToDelete(walked) : things
      const { input, leaves } = inputFor(walked, ids)
      if (!leaves.some(({ names }) => names !== null && names !== 'contactPhone')) continue
      // Uploads, notifications and devices belong to the user who created them.
      const isOwn = leaves.some(({ names }) =>
        ['file', 'notification', 'device', 'bulkAction', 'view', 'contactSegment', 'bookingView'].includes(names ?? ''),
      )
      const answer = isOwn
        ? await callAny(instance, walked.endpoint, input, tenant.owner.auth.bearerToken)
        : await callAsAnother(walked, input)
      const code = errorCodeOf(answer)
      const fitting = [
        'succeeded',
        // The sample of a time, or of a day, is long past.
        'SlotTaken',
        ...(walked.name === 'bookingOffers.create' ? ['NoFreeTime'] : []),
        'MessageNotRetryable',
        // A location with numbers is only removed with a successor.
        'LocationInUse',
        'LastLocation',
        // The user an input names is the account holder.
        'AccountHolderProtected',
        // The sample's refresh token does not exist.
        ...(walked.name === 'security.setLocation' ? ['SessionExpired'] : []),
        // The sample's version and status do not exist.
        'ChangedMeanwhile',
        'MoveNotUndoable',
        'ContactStatusUnknown',
        // The sample's message is a text, which has been deleted by then.
        ...(['notes.edit', 'messageOrigins.get'].includes(walked.name) ? ['MessageNotFound'] : []),
        // The sample has one conversation.
        ...(walked.name.startsWith('merging.') ? ['MergeWithItself', 'NotMerged'] : []),
        // The sample has one contact, with one number.
        ...(/^contact(Merging|Duplicates)\./.test(walked.name) ? ['MergeWithItself'] : []),
        ...(walked.name === 'contacts.removePhone' ? ['ContactPhoneRequired'] : []),
        // The first folder cannot be deleted, and the sample's name may be taken.
        'FolderKept',
        // The sample's bulk action changed nothing.
        'BulkActionNotUndoable',
        'FolderNameTaken',
        // The sample's import is done.
        'ImportStateWrong',
        // The sample's group has no members by then.
        ...(walked.name === 'groups.sendMessage' ? ['NoRecipients'] : []),
        // The sample's campaign is sent by then.
        ...(walked.name.startsWith('campaigns.') ? ['CampaignStatusWrong'] : []),
        // The sample's campaign has no version of that number.
        ...(walked.name === 'campaigns.sendTest' ? ['MessageEmpty'] : []),
        // The sample's message has been sent.
        ...(walked.name === 'groupMessages.undo' ? ['GroupMessageNotUndoable'] : []),
        // The sample's location has no review link.
        'ReviewLinkMissing',
        // The sample's message is no possible opt-out.
        'ConsentReviewDecided',
        // The sample's tenant has translation turned off.
        ...(walked.name.startsWith('translation.') ? ['TranslationOff'] : []),
        ...(walked.name === 'phoneNumbers.connect' ? ['PhoneNumberNotFound'] : []),
        // By then the sample's file has been sent with a message, which is no longer scheduled.
        ...(['scheduledMessages.create', 'groups.sendMessage', 'campaigns.save'].includes(walked.name) ||
        /^payment(Requests|Estimates)\./.test(walked.name)
          ? ['AttachmentUnknown']
          : []),
        'ScheduledMessageNotFound',
        'ConversationClosed',
        // The sample's feed belongs to the owner.
        ...(walked.name === 'bookingCalendars.revokeFeed' ? ['CalendarNotFound'] : []),
        // The sample replaces the taxes, which its saved item has.
        ...(walked.name === 'paymentConfigs.save' ? ['TaxNotFound'] : []),
        // The sample's payment was made, and its estimate is cancelled by then.
        ...(/^payment(Requests|Estimates)\./.test(walked.name) ? ['PaymentStatusWrong', 'CreditTooLow'] : []),
        // The sample’s account is not complete, and its dispute is over.
        ...(walked.name.startsWith('cardPayments.') ? ['PaymentsNotEnabled', 'DisputeClosed'] : []),
        // Nothing was agreed on for the sample’s visit.
        ...(walked.name.startsWith('bookingPayments.') ? ['NoShowFeeNotAgreed', 'BookingStatusWrong'] : []),
        // The tenant's own number is not for sale either.
        ...(walked.name === 'phoneNumbers.create' ? ['PhoneNumberTaken'] : []),
      ]
      expect([walked.name, fitting.includes(code) || code]).toEqual([walked.name, true])
    }
  })
})

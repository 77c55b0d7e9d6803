import type { OptInKeyword } from '@frontdesk/contract/api'
import { normalizeOptInKeyword, OPT_IN_KEYWORDS_MAX, OPT_IN_YES_WORDS, toE164 } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { mayBeKeyword } from '../messaging/index.ts'
import { findPhoneNumber } from '../phone-numbers/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { lockOptInKeyword } from './queries.ts'

type Draft = Omit<OptInKeyword, 'id' | 'version'> & { id?: string | undefined; version?: number | undefined }

/** Adds or updates an opt-in keyword of one of our numbers at the actor's locations. */
export async function saveOptInKeyword(tx: TenantTx, actor: Actor, draft: Draft): Promise<OptInKeyword> {
  const keyword = readKeyword(draft.keyword)
  const existing = draft.id === undefined ? undefined : await lockOptInKeyword(tx, actor, draft.id)
  if (draft.id !== undefined && !existing) throw new AppError('OptInKeywordNotFound')
  if (existing && draft.version !== undefined && draft.version !== existing.version)
    throw new AppError('ChangedMeanwhile', { present: existing })
  const tenantPhone = await accessTenantPhone(tx, actor, draft.tenantPhoneNumber)
  await assertFree(tx, { tenantPhone, keyword, id: existing?.id })
  const values = {
    tenantPhone,
    keyword,
    replyText: draft.replyText || null,
    questionText: draft.questionText || null,
    isDoubleOptIn: draft.isDoubleOptIn,
    isEnabled: draft.isEnabled,
    version: (existing?.version ?? 0) + 1,
  }
  const id = existing?.id ?? newId()
  if (existing)
    await tx.updateTable('optInKeywords').set(values).where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
  else
    await tx
      .insertInto('optInKeywords')
      .values({ tenantId: tx.tenantId, id, ...values, createdAt: tx.now() })
      .execute()
  await recordKeywordChanged(tx, actor, { keyword, state: draft.isEnabled ? 'on' : 'off' })
  const { tenantPhone: tenantPhoneNumber, ...saved } = values
  return { id, tenantPhoneNumber, ...saved }
}

/** Deletes a keyword. People who joined with it stay subscribed. */
export async function deleteOptInKeyword(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const existing = await lockOptInKeyword(tx, actor, id)
  if (!existing) throw new AppError('OptInKeywordNotFound')
  await tx.deleteFrom('optInKeywords').where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
  await recordKeywordChanged(tx, actor, { keyword: existing.keyword, state: 'deleted' })
}

/**
 * Words that opt out, opt in or ask for help keep their meaning, also the answers to the question of a double opt-in.
 */
function readKeyword(typed: string): string {
  const keyword = normalizeOptInKeyword(typed)
  if (keyword === null) throw new AppError('KeywordInvalid')
  if (mayBeKeyword(keyword) || OPT_IN_YES_WORDS.includes(keyword) || keyword === 'NO')
    throw new AppError('KeywordReserved')
  return keyword
}

async function accessTenantPhone(tx: TenantTx, { locationIds }: Actor, typed: string): Promise<string> {
  const phone = toE164(typed)
  const number = phone ? await findPhoneNumber(tx, phone) : undefined
  if (!number || (locationIds !== null && !locationIds.includes(number.locationId)))
    throw new AppError('PhoneNumberNotFound')
  return number.phoneNumber
}

async function assertFree(
  tx: TenantTx,
  { tenantPhone, keyword, id }: { tenantPhone: string; keyword: string; id: string | undefined },
): Promise<void> {
  const rows = await tx
    .selectFrom('optInKeywords')
    .where('tenantId', '=', tx.tenantId)
    .select(['id', 'tenantPhone', 'keyword'])
    .execute()
  if (rows.some((row) => row.tenantPhone === tenantPhone && row.keyword === keyword && row.id !== id))
    throw new AppError('KeywordTaken')
  if (id === undefined && rows.length >= OPT_IN_KEYWORDS_MAX) throw new AppError('TooManyKeywords')
}

async function recordKeywordChanged(
  tx: TenantTx,
  actor: Actor,
  data: { keyword: string; state: 'on' | 'off' | 'deleted' },
): Promise<void> {
  const at = tx.now()
  await recordSettingChanged(tx, { subject: 'opt-in-keywords', actorUserId: actor.userId, at })
  await recordAudit(tx, { action: 'setting.changed', actor, subject: 'Opt-in keywords', data, at })
}

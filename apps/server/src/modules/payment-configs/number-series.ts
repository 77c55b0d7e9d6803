import type { NumberSeries } from '@frontdesk/contract/api'
import {
  DEFAULT_NUMBERING,
  DOCUMENT_KINDS,
  type DocumentKind,
  formatInvoiceNumber,
  NUMBER_MAX,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { recordAudit } from '../audit/index.ts'
import { recordSettingChanged } from '../settings/index.ts'

async function ensureSeries(tx: TenantTx, series: DocumentKind): Promise<void> {
  await tx
    .insertInto('paymentNumberSeries')
    .values({ tenantId: tx.tenantId, series, ...DEFAULT_NUMBERING[series], version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Allocates the next number of a series, whose row stays locked until the transaction ends: none is skipped. */
export async function allocateNumber(
  tx: TenantTx,
  series: DocumentKind,
): Promise<{ numberValue: number; invoiceNumber: string }> {
  await ensureSeries(tx, series)
  const row = await tx
    .updateTable('paymentNumberSeries')
    .set({ nextNumber: sql`next_number + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('series', '=', series)
    .where('nextNumber', '<=', String(NUMBER_MAX))
    .returning(['prefix', 'digits', 'nextNumber'])
    .executeTakeFirst()
  if (!row) throw new AppError('NumbersUsedUp')
  const numberValue = Number(row.nextNumber) - 1
  return { numberValue, invoiceNumber: formatInvoiceNumber(row, numberValue) }
}

/** Gaps that are listed for each series, newest first. */
const GAPS_MAX = 100

/** How documents are numbered, and the numbers that were skipped. */
export async function getNumbering(tx: TenantTx): Promise<NumberSeries[]> {
  const rows = await tx
    .selectFrom('paymentNumberSeries')
    .where('tenantId', '=', tx.tenantId)
    .select(['series', 'prefix', 'digits', 'nextNumber', 'version'])
    .execute()
  const gaps = await tx
    .selectFrom('paymentNumberGaps as g')
    .leftJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'g.createdByUserId'))
    .where('g.tenantId', '=', tx.tenantId)
    .orderBy('g.createdAt', 'desc')
    .limit(GAPS_MAX)
    .select(['g.series', 'g.firstNumber', 'g.lastNumber', 'g.reason', 'g.createdAt', 'u.displayName as by'])
    .execute()
  return DOCUMENT_KINDS.map((series) => {
    const row = rows.find((each) => each.series === series)
    return {
      series,
      ...(row
        ? { prefix: row.prefix, digits: row.digits, nextNumber: Number(row.nextNumber), version: row.version }
        : { ...DEFAULT_NUMBERING[series], version: 0 }),
      gaps: gaps
        .filter((gap) => gap.series === series)
        .map(({ firstNumber, lastNumber, reason, by, createdAt }) => ({
          firstNumber: Number(firstNumber),
          lastNumber: Number(lastNumber),
          reason,
          by,
          at: createdAt,
        })),
    }
  })
}

/** Changes how a series is numbered. The next number can only be raised; what is skipped is kept as a gap. */
export async function saveNumbering(
  tx: TenantTx,
  actor: Actor,
  { series, prefix, digits, nextNumber, reason, version }: Omit<NumberSeries, 'gaps'> & { reason: string },
): Promise<NumberSeries[]> {
  await ensureSeries(tx, series)
  const before = await tx
    .selectFrom('paymentNumberSeries')
    .where('tenantId', '=', tx.tenantId)
    .where('series', '=', series)
    .select(['nextNumber', 'version'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (before.version !== version) throw new AppError('ChangedMeanwhile', { present: await getNumbering(tx) })
  const next = Number(before.nextNumber)
  if (nextNumber < next) throw invalidInput('nextNumber', `Numbers before ${next} were used`)
  const at = tx.now()
  if (nextNumber > next) {
    await tx
      .insertInto('paymentNumberGaps')
      .values({
        tenantId: tx.tenantId,
        series,
        firstNumber: next,
        lastNumber: nextNumber - 1,
        reason,
        createdByUserId: actor.userId,
        createdAt: at,
      })
      .execute()
  }
  await tx
    .updateTable('paymentNumberSeries')
    .set({ prefix, digits, nextNumber, version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('series', '=', series)
    .execute()
  await recordSettingChanged(tx, { subject: 'payments', actorUserId: actor.userId, at })
  const data = { series, prefix, digits, nextNumber }
  await recordAudit(tx, { action: 'setting.changed', actor, subject: 'Numbers of payments', data, at })
  return getNumbering(tx)
}

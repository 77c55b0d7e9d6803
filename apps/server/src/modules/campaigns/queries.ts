import type { Campaign, CampaignStep, StoredAudienceRule } from '@frontdesk/contract/api'
import { CAMPAIGN_STATUSES, type CampaignStatus, can, type GroupMessageState } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/paging.ts'
import { findFilesOfCampaigns, toStoredFile } from '../files/index.ts'
import {
  AWAITS_DECISION,
  awaitsDecision,
  findMessagesOfCampaigns,
  isResumable,
  type MessageOfCampaign,
  seesRule,
} from '../group-messages/index.ts'
import { isInScope, mayEditInScope } from '../visibility/index.ts'
import { accessCampaign, type CampaignRow, toCampaignRow, unsentStatus } from './access.ts'

const PAGE = 50

/** The status of a campaign that was sent, from the states of its texts. Undo is for messages of groups. */
function sentStatus(steps: readonly MessageOfCampaign[]): CampaignStatus {
  const has = (state: GroupMessageState) => steps.some(({ row }) => row.state === state)
  return has('running') ? 'running' : has('paused') ? 'paused' : has('stopped') ? 'stopped' : 'done'
}

/** Responses to all texts of a campaign. A contact who responds gets no further text, so each counts once. */
function responsesTo(steps: readonly MessageOfCampaign[]): Campaign['responses'] {
  const stats = steps.map(({ message }) => message.stats)
  if (stats.length === 0 || stats.some(({ countedOnUtc }) => countedOnUtc === null)) return null
  return {
    replied: stats.reduce((sum, { replied }) => sum + replied, 0),
    optedOut: stats.reduce((sum, { optedOut }) => sum + optedOut, 0),
  }
}

/** Recipients who wait for a decision, as far as the viewer may see them. */
const countMissed = (steps: readonly MessageOfCampaign[]): number =>
  steps
    .filter(({ row }) => awaitsDecision(row))
    .flatMap(({ message }) => message.stats.reasons)
    .reduce((sum, { outcome, reason, count }) => (outcome === 'held' && reason === 'missed' ? sum + count : sum), 0)

/** Names of segments and groups when the first text of a campaign was sent, as far as the viewer may see them. */
function sentNames(actor: Actor, first: MessageOfCampaign | undefined): Campaign['sentNames'] {
  if (!first?.row.audience) return null
  const { audience, authorUserId } = first.row
  const nameOf = (rule: Extract<StoredAudienceRule, { kind: 'segment' | 'group' }>) =>
    seesRule(actor, rule, authorUserId) ? rule.name : null
  return {
    segments: audience.rules.flatMap((rule) => (rule.kind === 'segment' ? [nameOf(rule)] : [])),
    groups: audience.rules.flatMap((rule) => (rule.kind === 'group' ? [nameOf(rule)] : [])),
  }
}

async function toCampaigns(tx: TenantTx, actor: Actor, rows: readonly CampaignRow[]): Promise<Campaign[]> {
  const ids = rows.map(({ id }) => id)
  const sent = rows.filter(({ state }) => state === 'started').map(({ id }) => id)
  const stepsOf = await findMessagesOfCampaigns(tx, actor, sent)
  const filesOf = Map.groupBy(await findFilesOfCampaigns(tx, ids), ({ campaignId }) => campaignId)
  return rows.map((row) => {
    const steps = stepsOf.get(row.id) ?? []
    const first = steps[0]?.message
    const isInReach = mayEditInScope(actor, row.locationId)
    const canSend = isInReach && can(actor, 'campaigns_send_bulk_messages')
    const isFinished = steps.every(({ message }) => message.finishedOnUtc !== null)
    return {
      id: row.id,
      name: row.name,
      status: unsentStatus(row) ?? sentStatus(steps),
      problem: steps.some((step) => awaitsDecision(step.row)) ? 'late' : row.problem,
      missed: countMissed(steps),
      locationID: row.locationId,
      audience: row.audience,
      sentNames: sentNames(actor, steps[0]),
      text: row.body,
      attachments: (filesOf.get(row.id) ?? []).map(toStoredFile),
      variants: row.variants,
      followUps: row.followUps,
      controlPercent: row.controlPercent,
      scheduledOnUtc: row.scheduledAt,
      localTime: row.localTime,
      spreadMinutes: row.spreadMinutes,
      startedOnUtc: first?.startedOnUtc ?? null,
      finishedOnUtc: isFinished ? (steps.at(-1)?.message.finishedOnUtc ?? null) : null,
      author: row.author,
      createdOnUtc: row.createdAt,
      updatedOnUtc: row.updatedAt,
      stats: first?.stats ?? null,
      responses: responsesTo(steps),
      version: row.version,
      canEdit: isInReach && can(actor, 'campaigns_create_bulk'),
      canSend,
      canStop: isInReach && steps.some(({ message }) => message.canStop),
      canResume: canSend && steps.some((step) => isResumable(step.row, tx.now())),
      canApprove: canSend && row.state === 'needs-approval' && row.authorUserId !== actor.userId,
    }
  })
}

/** Outcomes of each text of a campaign, in order. */
export async function getSteps(tx: TenantTx, actor: Actor, id: string): Promise<CampaignStep[]> {
  await accessCampaign(tx, actor, id)
  const steps = (await findMessagesOfCampaigns(tx, actor, [id])).get(id) ?? []
  return steps.map(({ row, message, texts }) => ({
    id: row.id,
    state: message.state,
    stats: message.stats,
    afterHours: row.delayHours,
    texts: [row.body, ...row.variants].map((text, variant) => {
      const { variant: _variant, ...counts } = texts.find((each) => each.variant === variant) ?? {
        ...NO_OUTCOMES,
        variant,
      }
      return { text, ...counts }
    }),
  }))
}

const NO_OUTCOMES = {
  ...{ recipients: 0, sent: 0, delivered: 0, clicked: 0, replied: 0, optedOut: 0 },
  ...{ segments: 0, mediaMessages: 0 },
}

export async function getCampaign(tx: TenantTx, actor: Actor, id: string): Promise<Campaign> {
  const [campaign] = await toCampaigns(tx, actor, [await accessCampaign(tx, actor, id)])
  if (!campaign) throw new Error('A campaign was not found in the transaction that read it.')
  return campaign
}

interface CampaignQuery {
  statuses?: readonly CampaignStatus[] | undefined
  searchTerm?: string | undefined
  cursor?: string | undefined
}

/** Lists campaigns, those changed last first. Those whose texts wait for a decision need attention too. */
export async function listCampaigns(
  tx: TenantTx,
  actor: Actor,
  { statuses = CAMPAIGN_STATUSES, searchTerm = '', cursor }: CampaignQuery,
): Promise<{ campaigns: Campaign[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  // Its messages keep their rows as long as the campaign.
  const sentState = sql`(
    select case when bool_or(g.state = 'running') then 'running' when bool_or(g.state = 'paused') then 'paused'
      when bool_or(g.state = 'stopped') then 'stopped' else 'done' end
    from group_messages g where g.tenant_id = ${tx.tenantId} and g.campaign_id = c.id
  )`
  const hasStatus = sql<boolean>`case when c.state = 'started' then ${sentState} else c.state end = any(${[...statuses]}::text[])`
  const isLate = sql<boolean>`exists (
    select from group_messages g where g.tenant_id = ${tx.tenantId} and g.campaign_id = c.id and ${AWAITS_DECISION}
  )`
  let campaigns = tx
    .selectFrom('campaigns as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where(isInScope(actor, 'c.location_id'))
    .where(statuses.includes('needs-attention') ? sql<boolean>`(${hasStatus} or ${isLate})` : hasStatus)
  if (searchTerm !== '') campaigns = campaigns.where(sql<boolean>`position(lower(${searchTerm}) in lower(c.name)) > 0`)
  if (after)
    campaigns = campaigns.where(
      sql<boolean>`(c.updated_at, c.id) < (${after.sortedAt}::timestamptz, ${after.id}::uuid)`,
    )
  const rows = await campaigns
    .orderBy('c.updatedAt', 'desc')
    .orderBy('c.id', 'desc')
    .limit(PAGE + 1)
    .selectAll('c')
    .execute()
  const page = rows.slice(0, PAGE).map(toCampaignRow)
  const last = page.at(-1)
  return {
    campaigns: await toCampaigns(tx, actor, page),
    nextCursor: rows.length > PAGE && last ? `${last.updatedAt}|${last.id}` : null,
  }
}

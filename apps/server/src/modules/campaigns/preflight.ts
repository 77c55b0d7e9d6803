import type { CampaignPreflight, SendingSettings } from '@frontdesk/contract/api'
import { CONTACT_COUNT_ALL_MS, countSegments, GROUP_PREVIEW_MAX, splitTemplate } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readWithin } from '../../platform/database/time-limit.ts'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import { findFilesOfCampaigns } from '../files/index.ts'
import {
  AUDIENCE_READ_MS,
  findBacklog,
  instantOf,
  listPreviewRows,
  type PreviewRow,
  readBrandLimit,
  readSendRate,
  regionOfRow,
} from '../group-messages/index.ts'
import { findLocationRow } from '../locations/index.ts'
import { type Business, findBusinessName, renderText } from '../messages/index.ts'
import { type ContactRegion, findHoliday, nextSendTime } from '../messaging/index.ts'
import { readSendingSettings } from '../sending/index.ts'
import { previewLinks, shortLinkBase } from '../short-links/index.ts'
import { accessCampaign, type CampaignRow } from './access.ts'
import { countAudience, selectAudience } from './audience.ts'
import { estimateFinish, type RegionLoad } from './estimate-finish.ts'
import { readStart, type StartRequest } from './start-campaign.ts'

type Request = Omit<StartRequest, 'version'>
type Settings = Omit<SendingSettings, 'version'> & { isMarketing: true }

/** Messages, price and time that sending a saved campaign would take, as of now. */
export async function preflightCampaign(
  deps: Needs<'publicUrl'>,
  tx: TenantTx,
  actor: Actor,
  request: Request,
): Promise<CampaignPreflight> {
  const campaign = await accessCampaign(tx, actor, request.id)
  const startsAt = (await readStart(tx, campaign, request)) ?? tx.now()
  const settings = { ...(await readSendingSettings(tx)), isMarketing: true } as const
  const rows = await readWithin(tx, AUDIENCE_READ_MS, async () =>
    listPreviewRows(tx, actor, {
      contacts: await selectAudience(tx, actor, campaign, GROUP_PREVIEW_MAX + 1),
      locationId: campaign.locationId,
      body: campaign.body,
      hasNames: textsOf(campaign).some(({ text }) => isPersonal(text)),
    }),
  )
  if (rows === null) throw new AppError('AudienceTooSlow')
  const examined = countOf(rows)
  const isEstimate = examined > GROUP_PREVIEW_MAX
  const counted = isEstimate ? await countAudience(tx, actor, campaign, CONTACT_COUNT_ALL_MS) : examined
  // Extrapolates from the people examined, if the whole audience could be counted.
  const scale = counted === null || !isEstimate ? 1 : counted / examined
  const sendable = rows.filter(({ reason }) => reason === null)
  const share = 1 - campaign.controlPercent / 100
  const recipients = Math.round(countOf(sendable) * scale * share)
  const hasFiles = (await findFilesOfCampaigns(tx, [campaign.id])).length > 0
  const measured = await measureTexts(deps, tx, campaign, sendable)
  const planned = measured.map(({ step, variant, min, max, average }) => {
    const people = step === 0 ? Math.round(recipients / (campaign.variants.length + 1)) : recipients
    const isMms = hasFiles && step === 0
    const perPerson = isMms ? settings.pricePerMediaMessage : average * settings.pricePerSegment
    return {
      text: { step, variant, recipients: people, segments: { min, max }, isMms, price: Math.round(people * perPerson) },
      segments: people * Math.max(1, average),
    }
  })
  const texts = planned.map(({ text }) => text)
  const sum = (values: number[]) => Math.round(values.reduce((total, value) => total + value, 0))
  const firstSegments = sum(planned.flatMap(({ text, segments }) => (text.step === 0 ? segments : [])))
  const brandLimit = await readBrandLimit(tx, campaign.locationId)
  const plan = planRegions(sendable, { request, startsAt })
  return {
    recipients,
    isEstimate,
    isPartial: counted === null,
    texts,
    price: {
      amount: sum(texts.flatMap(({ step, price }) => (step === 0 ? price : []))),
      upTo: sum(texts.map(({ price }) => price)),
      currency: settings.currency,
    },
    startsOnUtc: startsAt,
    finishesOnUtc: await findFinish(tx, plan, {
      startsAt,
      recipients,
      firstSegments,
      settings,
      spread: request.spreadMinutes ?? 0,
      locationId: campaign.locationId,
      brandLimit,
    }),
    brandLimit:
      brandLimit && firstSegments > brandLimit.segmentsPerDay - brandLimit.used ? brandLimit.segmentsPerDay : null,
    holds: findHolds(plan, settings, scale * share),
  }
}

const countOf = (rows: readonly PreviewRow[]) => rows.reduce((sum, { n }) => sum + n, 0)

const textsOf = ({ body, variants, followUps }: CampaignRow) => [
  ...[body, ...variants].map((text, variant) => ({ step: 0, variant, text })),
  ...followUps.map(({ text }, index) => ({ step: index + 1, variant: 0, text })),
]

const NAME_VARIABLES: readonly string[] = ['contact_first_name', 'contact_last_name', 'contact_name']

/** Whether a text has a variable whose length differs between people of a location. */
const isPersonal = (text: string): boolean =>
  splitTemplate(text).some((part) => typeof part === 'object' && NAME_VARIABLES.includes(part.variable))

/** Segments of each text: minimum, maximum and average. Names of the same size are measured once. */
async function measureTexts(
  deps: Needs<'publicUrl'>,
  tx: TenantTx,
  campaign: CampaignRow,
  rows: readonly PreviewRow[],
): Promise<{ step: number; variant: number; min: number; max: number; average: number }[]> {
  const businessName = await findBusinessName(tx)
  const base = await shortLinkBase(deps, tx)
  const samples: { business: Business; name: string; phone: string; count: number }[] = []
  for (const [locationId, group] of Map.groupBy(rows, (row) => row.locationId)) {
    const business = { name: businessName, location: await findLocationRow(tx, locationId) }
    const { name = '', phone = '' } = group[0]?.samples[0] ?? {}
    const names = group.flatMap((row) => row.names)
    if (names.length === 0) samples.push({ business, name, phone, count: countOf(group) })
    for (const alike of Map.groupBy(names, sizeOf).values())
      samples.push({ business, name: alike[0] ?? '', phone, count: alike.length })
  }
  return textsOf(campaign).map(({ step, variant, text }) => {
    const counted = samples.map(({ business, name, phone, count }) => {
      const rendered = renderText({ contactName: name, contactPhone: phone }, business, text).trimEnd()
      return { count, segments: countSegments(previewLinks(rendered, base)).segments }
    })
    const all = counted.length > 0 ? counted : [{ count: 1, segments: countSegments(text).segments }]
    const sizes = all.map(({ segments }) => segments)
    const people = all.reduce((sum, { count }) => sum + count, 0)
    const total = all.reduce((sum, { count, segments }) => sum + count * segments, 0)
    return { step, variant, min: Math.min(...sizes), max: Math.max(...sizes), average: total / people }
  })
}

/** The size of a name in a text: the lengths of its words, and whether they need UCS-2. */
const sizeOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => {
      const { encoding, units } = countSegments(word)
      return `${encoding}${units}`
    })
    .join(' ')

interface RegionPlan {
  region: ContactRegion
  count: number
  startsAt: string
}

/** Recipients by region, with the time from which they get it. */
function planRegions(
  rows: readonly PreviewRow[],
  { request: { localTime }, startsAt }: { request: Request; startsAt: string },
): RegionPlan[] {
  const regions = Map.groupBy(rows, (row) => JSON.stringify(regionOfRow(row)))
  return [...regions.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const region = regionOfRow(first)
    const local = localTime === undefined ? [] : region.timeZones.map((zone) => instantOf(localTime, zone))
    return { region, count: countOf(group), startsAt: local.toSorted().at(-1) ?? startsAt }
  })
}

interface Load {
  startsAt: string
  recipients: number
  firstSegments: number
  settings: Settings
  spread: number
  locationId: string | null
  brandLimit: DayCap | null
}

const MINUTE_MS = 60_000

/** The share of the carriers' caps that a message gets while others are sent in turn with it. */
const shareOf = <Caps extends { segmentsPerSecond: number; segmentsPerDay: number | null; used: number }>(
  { segmentsPerSecond, segmentsPerDay, used, ...caps }: Caps,
  share: number,
) => ({
  ...caps,
  segmentsPerSecond: segmentsPerSecond * share,
  segmentsPerDay: segmentsPerDay === null ? null : Math.max(1, Math.round(segmentsPerDay * share)),
  used: Math.round(used * share),
})

interface DayCap {
  segmentsPerDay: number | null
  used: number
}

/** The daily cap that has less left. */
function lowerCap(business: DayCap, brand: DayCap | null): DayCap {
  if (brand === null) return business
  const left = ({ segmentsPerDay, used }: DayCap) => (segmentsPerDay ?? Number.POSITIVE_INFINITY) - used
  return left(brand) < left(business) ? brand : business
}

/** When the first text has left for everyone, sharing the caps with the messages that are being sent meanwhile. */
async function findFinish(
  tx: TenantTx,
  plan: readonly RegionPlan[],
  { startsAt, recipients, firstSegments, settings, spread, locationId, brandLimit }: Load,
): Promise<string | null> {
  const people = plan.reduce((sum, { count }) => sum + count, 0)
  const loads: RegionLoad[] = plan.map(({ region, count, startsAt: from }) => ({
    region,
    segments: Math.round((firstSegments * count) / Math.max(1, people)),
    startsAt: from,
  }))
  const rate = await readSendRate(tx, settings, locationId)
  const caps = { ...rate, ...lowerCap({ segmentsPerDay: settings.segmentsPerDay, used: rate.used }, brandLimit) }
  const alone = estimateFinish(loads, caps, settings, startsAt)
  if (alone === null) return null
  const backlog = await findBacklog(tx, { until: alone, max: recipients })
  const share = firstSegments / Math.max(1, firstSegments + backlog)
  const finish = backlog === 0 ? alone : estimateFinish(loads, shareOf(caps, share), settings, startsAt)
  if (finish === null || spread === 0) return finish
  // The last person of each region gets it at the end of the spread, or when their hours begin.
  const spreadEnds = plan.map(({ region, startsAt: from }) =>
    nextSendTime(region, settings, shift(from, spread * MINUTE_MS)),
  )
  return [finish, ...spreadEnds].reduce((latest, end) => (isAfter(end, latest) ? end : latest))
}

/** How many people the message would reach in their quiet hours, by the time that these end and the time zone. */
function findHolds(plan: readonly RegionPlan[], settings: Settings, scale: number): CampaignPreflight['holds'] {
  const held = plan.flatMap(({ region, count, startsAt }) => {
    const untilUtc = nextSendTime(region, settings, startsAt)
    if (!isAfter(untilUtc, startsAt)) return []
    const holiday = findHoliday(region, settings, startsAt, untilUtc)
    return { untilUtc, timeZone: region.timeZones[0] ?? 'UTC', holiday, count }
  })
  return [...Map.groupBy(held, ({ untilUtc, timeZone, holiday }) => `${untilUtc} ${timeZone} ${holiday}`).values()]
    .flatMap((group) => {
      const count = Math.round(group.reduce((sum, each) => sum + each.count, 0) * scale)
      return group[0] && count > 0 ? { ...group[0], count } : []
    })
    .toSorted((a, b) => Date.parse(a.untilUtc) - Date.parse(b.untilUtc))
}

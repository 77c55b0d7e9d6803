import { createHash } from 'node:crypto'
import type { EvidenceFileKind } from '@frontdesk/contract/rules'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import type { EvidenceFile, ProviderAccount } from '../payment-accounts/index.ts'
import type { Entry } from './evidence.ts'

/** Of all files of a dispute together; Mastercard takes the fewest pages. https://docs.stripe.com/disputes/responding */
const FILES_MAX_BYTES = 4_500_000
const FILES_MAX_PAGES = 19

export interface EvidenceMessage {
  at: string
  isOutgoing: boolean
  body: string
}

/** What a file for the bank contains. */
export type EvidenceFilePlan = { documentId: string; createdAt: string } & (
  | { kind: 'receipt' }
  | { kind: 'estimate'; approvals: readonly Entry[] }
  | { kind: 'messages'; customer: string; messages: readonly EvidenceMessage[] }
)

export interface DrawnEvidence extends EvidenceFile {
  pageCount: number
}

declare module '../../platform/module.ts' {
  interface ModuleServices {
    /** Draws a file for the bank as a PDF, or returns it if one of the same contents was drawn before. */
    drawEvidence: (tenantId: string, plan: EvidenceFilePlan) => Promise<DrawnEvidence>
  }
}

type DrawnFile = DrawnEvidence & { kind: EvidenceFileKind }

/**
 * Draws the files in order of their weight for the bank, without those that its limits leave no room for, and those that
 * take too long. Throws PdfTooSlow if all of them do.
 */
export async function drawFiles(
  deps: Needs<'drawEvidence'>,
  tenantId: string,
  plans: readonly EvidenceFilePlan[],
): Promise<DrawnFile[]> {
  const files: DrawnFile[] = []
  let bytes = 0
  let pages = 0
  let isTooSlow = false
  for (const plan of plans) {
    const file = await drawInTime(deps, tenantId, plan)
    isTooSlow ||= !file
    if (!file || bytes + file.content.length > FILES_MAX_BYTES || pages + file.pageCount > FILES_MAX_PAGES) continue
    bytes += file.content.length
    pages += file.pageCount
    files.push({ ...file, kind: plan.kind })
  }
  if (isTooSlow && files.length === 0) throw new AppError('PdfTooSlow')
  return files
}

/** Draws a file, a second time if it took too long, as the server may have been busy; null if it did so again. */
async function drawInTime(
  { drawEvidence }: Needs<'drawEvidence'>,
  tenantId: string,
  plan: EvidenceFilePlan,
): Promise<DrawnEvidence | null> {
  for (let attempt = 0; attempt < 2; attempt++)
    try {
      return await drawEvidence(tenantId, plan)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'PdfTooSlow')) throw error
    }
  return null
}

/**
 * Uploads files. A repeated upload of the same file has no effect; the key contains its hash, because the provider
 * refuses a key that it knows with other contents, such as a newer message.
 */
export async function uploadFiles(
  account: Pick<ProviderAccount, 'uploadEvidence'>,
  files: readonly DrawnFile[],
  key: string,
): Promise<Partial<Record<EvidenceFileKind, string>>> {
  const ids: Partial<Record<EvidenceFileKind, string>> = {}
  for (const { kind, ...file } of files) {
    const hash = createHash('sha256').update(file.content).digest('hex')
    ids[kind] = await account.uploadEvidence(file, `${key}:${kind}:${hash}`)
  }
  return ids
}

export const evidenceFilePath = (disputeId: string, kind: EvidenceFileKind): string =>
  `/files/disputes/${disputeId}/${kind}.pdf`

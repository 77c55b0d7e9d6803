import { InviteText } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { changeSetting, readSetting, type SettingKind } from '../settings/index.ts'

const INVITE_TEXT: SettingKind<Omit<InviteText, 'version'>> = {
  key: 'review-invite',
  schema: InviteText.omit({ version: true }),
  fallback: { text: null },
}

/** The text that the business's review invites start with. */
export const readInviteText = (tx: TenantTx): Promise<InviteText> => readSetting(tx, INVITE_TEXT)

export const saveInviteText = (
  tx: TenantTx,
  actor: Actor,
  { text, version }: { text: string; version?: number | undefined },
): Promise<InviteText> =>
  changeSetting(tx, actor, INVITE_TEXT, {
    changes: { text },
    expected: version,
    subject: 'review-invite',
    auditSubject: 'Review invite',
  })

import type { Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { isVisible, seesEverything } from '../visibility/index.ts'
import { mayBeKeyword } from './keywords.ts'

/** SQL: whether the viewer may read the text that the consent record `e` quotes; true if it quotes none. */
export const isWordingVisible = (tx: TenantTx, viewer: Viewer): RawBuilder<boolean> =>
  seesEverything(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`(e.source <> 'text' or e.kind not in ('opt-out', 'void') or exists (
        select from messages m join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id
        where m.tenant_id = ${tx.tenantId} and m.id = e.message_id and ${isVisible(viewer, 'c')}
      ))`

/** Wording of a consent record; empty for a sentence that the viewer may not read. Keywords are always shown. */
export const visibleWording = ({
  wording,
  isWordingVisible: mayRead,
}: {
  wording: string
  isWordingVisible: boolean
}) => (mayRead || mayBeKeyword(wording) ? wording : '')

import type { TenantTx } from '../../platform/database/database.ts'
import { checkSend } from '../messaging/index.ts'

/** Whether the send gate lets a code be texted to a number. The account is chosen when it is sent. */
export async function mayTextCode(
  tx: TenantTx,
  { phone, tenantPhone }: { phone: string; tenantPhone: string },
): Promise<boolean> {
  const request = { contactPhone: phone, tenantPhone, purpose: 'conversation', at: tx.now() } as const
  return (await checkSend(tx, request, true)).verdict === 'send'
}

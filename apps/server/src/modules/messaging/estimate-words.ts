import type { EstimateDecision } from '@frontdesk/contract/rules'
import { fold } from './fold.ts'

const MAX_LENGTH = 40

const words = (decision: EstimateDecision, list: string): [string, EstimateDecision][] =>
  list.split(', ').map((word) => [word, decision])

const PHRASES = new Map<string, EstimateDecision>([
  ...words('approved', '1, approve, approved, i approve, yes approve, accept, accepted, i accept'),
  ...words('approved', 'aprobar, apruebo, aprobado, si apruebo, aceptar, acepto, aceptado'),
  ...words('approved', 'approuver, japprouve, approuve, accepter, jaccepte, accepte, oui jaccepte'),
  ...words('declined', 'decline, declined, i decline, reject, rejected'),
  ...words('declined', 'rechazar, rechazo, rechazado, no acepto, refuser, je refuse, refuse'),
])

/** Reads a text that only approves or declines an estimate. */
export function readEstimateText(body: string): EstimateDecision | null {
  if (body.length > MAX_LENGTH * 4) return null
  const text = fold(body)
  return text.length > MAX_LENGTH ? null : (PHRASES.get(text) ?? null)
}

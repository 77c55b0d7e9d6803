import type Stripe from 'stripe'
import { REQUIREMENT_GROUPS, type RequirementGroup } from '../accounts.ts'
import { escapeHtml, page } from './layout.ts'

const LABELS: Record<RequirementGroup, string> = {
  business: 'The business: what it sells, its phone and its website',
  person: 'The owner: date of birth and identity',
  bank: 'The bank account for payouts',
  terms: 'I accept the terms of service',
}

/** The page on which an owner enters what the account lacks. */
export function setupPage(account: Stripe.Account, action: string): string {
  const due = account.requirements?.currently_due ?? []
  const isDue = (group: RequirementGroup) =>
    REQUIREMENT_GROUPS[group].some((field) => due.includes(field)) ||
    (group === 'person' && due.some((field) => field.startsWith('individual.')))
  const groups = (Object.keys(LABELS) as RequirementGroup[]).filter(isDue)
  return page(
    'Set up payments',
    `<form class="consent-card" method="post" action="${escapeHtml(action)}">
      <h1>Set up payments</h1>
      <p>This is the sandbox’s Stripe. Check what you enter now; the rest stays missing.</p>
      ${groups.length === 0 ? '<p>Nothing is missing. You can change the bank account.</p>' : ''}
      ${(groups.length === 0 ? (['bank'] as const) : groups)
        .map(
          (group) =>
            `<label class="inline"><input type="checkbox" name="group" value="${group}"${groups.length > 0 ? ' checked' : ''}> ${LABELS[group]}</label>`,
        )
        .join('')}
      <div>
        <label for="bank">Bank account number</label>
        <input class="field" id="bank" name="bank" value="000123456789" inputmode="numeric" pattern="[0-9]{4,17}">
      </div>
      <button class="button primary">Done</button>
    </form>`,
  )
}

import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { detailTexts, subjectText } from './audit-details.ts'
import { actionText } from './audit-texts.ts'

test.each([
  ['setting.changed', { translateTo: 'en' }, ['Your team’s language: English']],
  [
    'setting.changed',
    { autoClose: '7-days', isAutoAssign: true },
    ['Auto-close: After 7 days', 'Round-robin assignment: On'],
  ],
  ['setting.changed', { replyOnNewMessage: '{"isEnabled":true,"message":"Hi"}' }, ['First reply: On']],
  ['setting.changed', { quietHours: '{"opens":"08:00","closes":"20:00"}' }, ['Quiet hours: 08:00 – 20:00']],
  ['setting.changed', { shortLinkDomain: null }, ['Link domain: None']],
  ['subscription.changed', { status: 'active' }, ['Status: Active']],
  ['conversation.merged', { messages: 9 }, ['Messages: 9']],
  [
    'role.changed',
    { permission: 'contacts_export', isGranted: false },
    ['Permission: Export contacts', 'Allowed: Off'],
  ],
  ['member.removed', { to: null, role: 'TeamMember' }, ['Open conversations to: No one', 'Role: Team Member']],
  ['member.invited', { email: 'ann@example.com', again: true }, ['Email: ann@example.com', 'Sent again']],
  ['payment.refunded', { amount: 3000, currency: 'USD' }, ['Amount: $30.00']],
  ['payment.marked-as-paid', { amount: 4500, currency: 'JPY' }, ['Amount: ¥4,500']],
  ['setting.changed', { refundApprovalAbove: 20_000, amountCurrency: 'USD' }, ['Refunds need approval above: $200.00']],
  [
    'setting.changed',
    { refundApprovalAbove: 20_000, currency: 'JPY' },
    ['Refunds need approval above: ¥20,000', 'Currency: JPY'],
  ],
  ['setting.changed', { refundApprovalAbove: null }, ['Refunds need approval above: None']],
  ['setting.changed', { state: 'archived', service: 'Cleaning' }, ['Archived', 'Service: Cleaning']],
  ['setting.changed', { page: '{"isOnline":true,"slug":"salon"}' }, ['Page: Changed']],
  ['setting.changed', { aNewerKey: 'x' }, ['A newer key: x']],
])('%s %o is said in words', (action, data, texts) => expect(detailTexts({ action, data })).toEqual(texts))

test('a role and a phone number have words of their own as subjects', () => {
  expect(subjectText({ action: 'role.changed', subject: 'TeamMember' })).toBe('Team Member')
  expect(subjectText({ action: 'number.added', subject: '+12065550142' })).toBe('(206) 555-0142')
  expect(subjectText({ action: 'template.changed', subject: 'Reminder' })).toBe('Reminder')
})

test('the exported file uses the words of the screen', () => {
  for (const action of AUDIT_ACTIONS) expect(AUDIT_ACTION_NAMES[action]).toBe(actionText(action))
})

import {
  AMOUNT_MAX,
  allocate,
  amountOfQuantity,
  balancesOf,
  type Components,
  CURRENCIES,
  CURRENCY_DIGITS,
  cancelEntries,
  chargedShareOf,
  chargeStep,
  computeTotals,
  creditRefundEntries,
  currencyDecimals,
  foldEntries,
  formatMoney,
  installmentAmounts,
  isChargeable,
  issueEntries,
  type LedgerEntry,
  type LineToPrice,
  nextStage,
  paymentEntries,
  rateOf,
  refundableAmount,
  refundEntries,
  type Share,
  shareOf,
  splitAmount,
  statusOf,
  sumOf,
} from '@frontdesk/contract/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/property-runs.ts'

const amount = fc.oneof(
  fc.nat({ max: 5 }),
  fc.nat({ max: 100_000 }),
  fc.maxSafeNat().map((n) => n % AMOUNT_MAX),
)
const rate = fc.oneof(fc.constantFrom(0, 5000, 9975, 33_333, 100_000), fc.nat({ max: 100_000 }))
const share: fc.Arbitrary<Share | null> = fc.oneof(
  fc.constant(null),
  rate.map((value): Share => ({ kind: 'percent', rate: value })),
  amount.map((value): Share => ({ kind: 'amount', amount: value })),
)
const taxes = fc
  .array(fc.record({ rate, isInclusive: fc.boolean() }), { maxLength: 5 })
  .map((list) => list.map((tax, index) => ({ ...tax, id: `tax-${index}`, name: `Tax ${index}` })))
const line: fc.Arbitrary<LineToPrice> = fc.record({
  quantity: fc.oneof(fc.constantFrom(0, 1000, 1500, 333), fc.nat({ max: 1_000_000 })),
  unitAmount: amount,
  discount: share,
  taxes,
  isOptional: fc.boolean(),
  isChosen: fc.boolean(),
})
const document = fc.record({ lines: fc.array(line, { maxLength: 8 }), discount: share, isExempt: fc.boolean() })
const componentsSum = ({ netAmount, taxAmounts, tipAmount }: Components) => netAmount + tipAmount + sumOf(taxAmounts)

test('parts add up, and differ from their exact share by less than one unit', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 10 }), (total, weights) => {
      const parts = splitAmount(total, weights)
      expect(sumOf(parts)).toBe(total)
      const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n)
      for (const [index, part] of parts.entries()) {
        const exact = BigInt(total) * BigInt(weights[index] ?? 0)
        const off = sum === 0n ? 0n : BigInt(part) * sum - exact
        expect(part >= 0 && (off < 0n ? -off : off) <= sum).toBe(true)
        if (sum >= BigInt(total) && sum > 0n) expect(part).toBeLessThanOrEqual(weights[index] ?? 0)
      }
    }),
    runs(300),
  )
})

test('amounts to charge or refund are multiples that the provider takes, and still add up exactly', () => {
  const currency = fc.constantFrom('KWD', 'BHD', 'JOD', 'OMR', 'TND', 'USD', 'JPY')
  const count = fc.integer({ min: 1, max: 12 })
  const quantities = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(currency, amount, share, count, quantities, (code, total, deposit, installments, steps) => {
      const step = chargeStep(code)
      expect(step).toBe(currencyDecimals(code) === 3 ? 10 : 1)
      const first = chargedShareOf(total, deposit, code)
      expect(first === total || isChargeable(first, code)).toBe(true)
      expect(first <= total && Math.abs(first - shareOf(total, deposit)) <= step / 2).toBe(true)
      const rest = installmentAmounts(total - first, installments, code)
      expect(first + sumOf(rest)).toBe(total)
      expect(rest.slice(0, -1).every((each) => isChargeable(each, code))).toBe(true)
      if (isChargeable(total, code)) expect(rest.every((each) => isChargeable(each, code))).toBe(true)
      expect(Math.max(...rest) - Math.min(...rest)).toBeLessThan(2 * step)

      let left = { quantity: sumOf(steps), amount: total }
      const refunds = steps.map((quantity) => {
        const refund = amountOfQuantity(left, quantity, code)
        expect(refund === left.amount || isChargeable(refund, code)).toBe(true)
        left = { quantity: left.quantity - quantity, amount: left.amount - refund }
        return refund
      })
      expect([sumOf(refunds), left.amount]).toEqual([total, 0])
    }),
    runs(300),
  )
})

test('lines, discounts and taxes add up to the total of the document', () => {
  fc.assert(
    fc.property(document, (input) => {
      const totals = computeTotals(input)
      for (const priced of totals.lines) {
        expect(priced.netAmount + sumOf(priced.taxAmounts)).toBe(priced.totalAmount)
        expect(
          Math.min(priced.grossAmount, priced.discountAmount, priced.netAmount, ...priced.taxAmounts),
        ).toBeGreaterThanOrEqual(0)
      }
      expect(totals.netAmount + totals.taxAmount).toBe(totals.totalAmount)
      expect(sumOf(totals.taxes.map((tax) => tax.amount))).toBe(totals.taxAmount)
      expect(sumOf(totals.lines.map(({ totalAmount }) => totalAmount))).toBe(totals.totalAmount)
      const after = totals.grossAmount - totals.discountAmount
      const isInside = input.lines.every((each) => each.taxes.every(({ isInclusive }) => isInclusive))
      if (isInside && !input.isExempt) expect(totals.totalAmount).toBe(after)
      if (input.isExempt) expect(totals.totalAmount).toBe(totals.netAmount)
    }),
    runs(500),
  )
})

test('a deposit, installments and the remainder add up in every component', () => {
  fc.assert(
    fc.property(document, share, fc.integer({ min: 1, max: 12 }), (input, deposit, count) => {
      const totals = computeTotals(input)
      const first = shareOf(totals.totalAmount, deposit)
      const rest = installmentAmounts(totals.totalAmount - first, count, 'USD')
      const amounts = [first, ...rest.slice(0, -1)]
      let left: Components = {
        netAmount: totals.netAmount,
        taxAmounts: totals.taxes.map(({ amount }) => amount),
        tipAmount: 0,
      }
      const parts = amounts.map((amount) => {
        const step = allocate(left, amount)
        left = step.left
        return step.taken
      })
      parts.push(left)
      expect(parts.map(componentsSum)).toEqual([first, ...rest])
      expect(sumOf(parts.map(({ netAmount }) => netAmount))).toBe(totals.netAmount)
      for (const [index, tax] of totals.taxes.entries())
        expect(sumOf(parts.map(({ taxAmounts }) => taxAmounts[index] ?? 0))).toBe(tax.amount)
    }),
    runs(300),
  )
})

test('rounding is half up; amounts, rates and currencies at the edges', () => {
  expect([rateOf(1, 50_000), rateOf(1, 49_999), rateOf(150, 33_333), rateOf(AMOUNT_MAX, 100_000)]).toEqual([
    1,
    0,
    50,
    AMOUNT_MAX,
  ])
  expect(splitAmount(10, [1, 1, 1])).toEqual([4, 3, 3])
  const inclusive = [
    { id: 'gst', name: 'GST', rate: 5000, isInclusive: false },
    { id: 'qst', name: 'QST', rate: 9975, isInclusive: false },
  ]
  const quebec = computeTotals({
    lines: [
      { quantity: 1000, unitAmount: 10_000, discount: null, taxes: inclusive, isOptional: false, isChosen: false },
    ],
    discount: null,
    isExempt: false,
  })
  // 9.975 % of 100.00 is 9.975, rounded up.
  expect([quebec.taxes.map((tax) => tax.amount), quebec.totalAmount]).toEqual([[500, 998], 11_498])
  for (const currency of CURRENCIES) {
    const text = formatMoney(1_234_567, currency, 'en')
    expect([currency, text.replaceAll(/[^\d.]/g, '')]).toEqual([
      currency,
      (1_234_567 / 10 ** CURRENCY_DIGITS[currency]).toFixed(CURRENCY_DIGITS[currency]),
    ])
  }
  // Amounts of a payout have decimals that are no longer used in shops.
  expect([formatMoney(500_000, 'HUF', 'en'), formatMoney(500_000, 'XPF', 'en')]).toEqual([
    'HUF\u{a0}5,000.00',
    'CFPF\u{a0}500,000',
  ])
})

/** Operations on a document, in any order. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('pay'),
    amount,
    tip: fc.nat({ max: 500 }),
    account: fc.constantFrom('cash', 'provider'),
  }),
  fc.record({ kind: fc.constant('refund'), amount, account: fc.constantFrom('cash', 'credit', 'provider') }),
  fc.record({ kind: fc.constant('refund-credit'), amount }),
  fc.record({ kind: fc.constant('cancel') }),
)

test('over any history the ledger is zero, nothing is refunded beyond what was paid, and the status follows', () => {
  fc.assert(
    fc.property(
      document,
      fc.array(step as fc.Arbitrary<Record<string, unknown>>, { maxLength: 12 }),
      (input, steps) => {
        const totals = computeTotals(input)
        const entries: LedgerEntry[] = issueEntries(totals)
        let left: Components = {
          netAmount: totals.netAmount,
          taxAmounts: totals.taxes.map((tax) => tax.amount),
          tipAmount: 0,
        }
        let stage: Parameters<typeof statusOf>[0]['stage'] = 'sent'
        for (const action of steps) {
          const money = foldEntries(entries)
          const requested = Number(action.amount ?? 0)
          if (action.kind === 'pay' && stage === 'sent') {
            const tipAmount = Number(action.tip)
            const dueAmount = totals.totalAmount - money.paidAmount
            entries.push(
              ...paymentEntries({ account: action.account as 'cash', amount: requested, tipAmount, dueAmount }),
            )
            left = { ...left, tipAmount: left.tipAmount + tipAmount }
          } else if (action.kind === 'refund') {
            const step = allocate(left, Math.min(requested, refundableAmount(money)))
            left = step.left
            entries.push(...refundEntries(step.taken, action.account as 'cash'))
          } else if (action.kind === 'refund-credit') {
            const owed = -balancesOf(entries).credit
            if (owed > 0) entries.push(...creditRefundEntries(Math.min(requested, owed), 'cash'))
          } else if (action.kind === 'cancel' && money.paidAmount + money.tipAmount === 0 && stage === 'sent') {
            stage = nextStage(stage, 'cancelled') ?? stage
            entries.push(...cancelEntries(totals))
          }
        }
        const balances = balancesOf(entries)
        const money = foldEntries(entries)
        expect(sumOf(Object.values(balances))).toBe(0)
        expect(refundableAmount(money)).toBeGreaterThanOrEqual(0)
        expect(balances.receivable).toBe(stage === 'cancelled' ? 0 : totals.totalAmount - money.paidAmount)
        expect(balances.receivable).toBeGreaterThanOrEqual(0)
        expect(balances.tips + money.tipAmount).toBe(money.refundedTipAmount)
        expect(balances.credit).toBeLessThanOrEqual(0)
        // Folding step by step says the same.
        expect(entries.reduce((known, entry) => foldEntries([entry], known), foldEntries([]))).toEqual(money)
        const status = statusOf({ stage, totalAmount: totals.totalAmount, money })
        expect(status === 'refunded').toBe(money.paidAmount + money.tipAmount > 0 && refundableAmount(money) === 0)
        if (status === 'paid' || status === 'marked-as-paid') expect(balances.receivable).toBe(0)
        if (status === 'cancelled') expect(money.paidAmount).toBe(0)
      },
    ),
    runs(300),
  )
})

import type { Fault, FaultKind } from '../../store/faults.ts'
import { addFault, removeAllFaults, removeFault } from './api.ts'
import { formatPhone } from './avatar.ts'
import { byId, createElement } from './dom.ts'
import { onChange, state } from './state.ts'

interface Switch {
  kind: FaultKind
  label: string
  hint: string
  field?: 'code' | 'ms'
  choices?: [value: string, label: string][]
}

const SWITCHES: Switch[] = [
  { kind: 'duplicate', label: 'Repeat webhooks', hint: 'Each one is sent twice.' },
  {
    kind: 'delay',
    label: 'Delay webhooks',
    hint: 'Later ones may arrive first.',
    field: 'ms',
    choices: [
      ['2000', '2 seconds'],
      ['10000', '10 seconds'],
      ['60000', '1 minute'],
    ],
  },
  { kind: 'reorder', label: 'Reorder webhooks', hint: 'Each one arrives after the next one.' },
  { kind: 'drop', label: 'Drop webhooks', hint: 'They are never sent.' },
  {
    kind: 'fail-send',
    label: 'Fail sends',
    hint: 'Texts from the business fail with this error.',
    field: 'code',
    choices: [
      ['30003', '30003 phone unreachable'],
      ['30005', '30005 unknown phone'],
      ['30006', '30006 landline'],
      ['30007', '30007 filtered by the carrier'],
      ['30008', '30008 unknown error'],
      ['30034', '30034 number not registered'],
      ['30001', '30001 queue overflow'],
      ['21610', '21610 refused: opted out'],
      ['20429', '20429 refused: too many requests'],
      ['20500', '20500 refused: server error'],
    ],
  },
  {
    kind: 'answer-lost',
    label: 'Drop send responses',
    hint: 'The text is accepted, but the business gets no response.',
  },
  {
    kind: 'fail-mail',
    label: 'Reject emails',
    hint: 'The mail server responds with this error.',
    field: 'code',
    choices: [
      ['451', '451 try again later'],
      ['550', '550 no such mailbox'],
    ],
  },
  {
    kind: 'fail-model',
    label: 'Fail the language model',
    hint: 'It responds with this status.',
    field: 'code',
    choices: [
      ['429', '429 too many requests'],
      ['500', '500 server error'],
      ['401', '401 wrong key'],
    ],
  },
  {
    kind: 'delay-model',
    label: 'Slow the language model',
    hint: 'Its responses are late.',
    field: 'ms',
    choices: [
      ['2000', '2 seconds'],
      ['10000', '10 seconds'],
      ['60000', '1 minute'],
    ],
  },
  { kind: 'garble-model', label: 'Garble the language model', hint: 'It responds with text instead of JSON.' },
  { kind: 'cut-model', label: 'Cut off the language model', hint: 'Its responses stop halfway.' },
  { kind: 'refuse-model', label: 'Make the language model refuse', hint: 'It declines every request.' },
  {
    kind: 'fail-calendar',
    label: 'Fail Google Calendar',
    hint: 'It responds with this status.',
    field: 'code',
    choices: [
      ['403', '403 quota used up'],
      ['429', '429 too many requests'],
      ['410', '410 sync tokens expired'],
      ['500', '500 server error'],
    ],
  },
]

const NAMES: Record<FaultKind, string> = {
  duplicate: 'Repeat webhooks',
  delay: 'Delay webhooks',
  reorder: 'Reorder webhooks',
  drop: 'Drop webhooks',
  'fail-send': 'Fail sends',
  'answer-lost': 'Drop send responses',
  landline: 'Landline',
  'fail-mail': 'Reject emails',
  'fail-model': 'Fail the language model',
  'delay-model': 'Slow the language model',
  'garble-model': 'Garble the language model',
  'cut-model': 'Cut off the language model',
  'refuse-model': 'Make the language model refuse',
  'fail-calendar': 'Fail Google Calendar',
}

/** Kinds that cannot be limited to one phone. */
const isGlobal = (kind: FaultKind) => kind === 'fail-mail' || kind === 'fail-calendar' || kind.endsWith('-model')

const isWebhookFault = (kind: FaultKind) => ['duplicate', 'delay', 'reorder', 'drop'].includes(kind)

function describe(fault: Fault): string {
  const parts = [NAMES[fault.kind]]
  if (fault.code !== null) parts.push(String(fault.code))
  if (fault.ms !== null) parts.push(`${fault.ms / 1000} s`)
  if (isWebhookFault(fault.kind) && fault.target !== 'any')
    parts.push(fault.target === 'inbound' ? 'texts' : 'statuses')
  if (fault.phone) parts.push(formatPhone(fault.phone))
  if (fault.number) parts.push(`number ${formatPhone(fault.number)}`)
  if (fault.accountSid) parts.push('one business')
  parts.push(fault.times === null ? 'until removed' : fault.times === 1 ? 'once more' : `${fault.times} more times`)
  return parts.join(' · ')
}

/** Phone to which new faults apply, from the select above the switches. */
const scopedPhone = () => (byId('fault-phone', HTMLSelectElement).value === 'this' ? state.selected : null)

const activeFaults = (kind: FaultKind) =>
  state.faults.filter(
    (fault) =>
      fault.kind === kind &&
      fault.phone === (isGlobal(kind) ? null : scopedPhone()) &&
      !fault.number &&
      !fault.accountSid,
  )

async function toggle({ kind, field }: Switch, isOn: boolean): Promise<void> {
  if (!isOn) {
    await Promise.all(activeFaults(kind).map(({ id }) => removeFault(id)))
    return
  }
  const times = byId('fault-times', HTMLSelectElement).value
  await addFault({
    kind,
    phone: scopedPhone(),
    times: times ? Number(times) : null,
    target: isWebhookFault(kind) ? byId('fault-target', HTMLSelectElement).value : 'any',
    ...(field && { [field]: Number(byId(`fault-${kind}-choice`, HTMLSelectElement).value) }),
  })
}

function renderSwitch(item: Switch): HTMLElement {
  const id = `fault-${item.kind}`
  const input = createElement('input', {
    type: 'checkbox',
    role: 'switch',
    class: 'switch',
    id,
    'aria-describedby': `${id}-hint`,
  })
  input.addEventListener('change', () => void toggle(item, input.checked))
  const row = createElement(
    'li',
    { class: 'switch-row' },
    createElement('label', { for: id }, item.label),
    input,
    createElement('p', { class: 'hint', id: `${id}-hint` }, item.hint),
  )
  if (item.choices) {
    const options = item.choices.map(([value, label]) => createElement('option', { value }, label))
    const label = item.field === 'ms' ? 'Delay' : 'Error'
    row.append(createElement('select', { class: 'field small', id: `${id}-choice`, 'aria-label': label }, ...options))
  }
  return row
}

function render(): void {
  for (const { kind, field } of SWITCHES) {
    const [fault] = activeFaults(kind)
    byId(`fault-${kind}`, HTMLInputElement).checked = fault !== undefined
    if (fault && field && fault[field] !== null)
      byId(`fault-${kind}-choice`, HTMLSelectElement).value = `${fault[field]}`
  }
  byId('active-faults').hidden = state.faults.length === 0
  byId('active-fault-list').replaceChildren(
    ...state.faults.map((fault) => {
      const remove = createElement('button', { type: 'button', class: 'button quiet' }, 'Remove')
      remove.setAttribute('aria-label', `Remove: ${describe(fault)}`)
      remove.addEventListener('click', () => void removeFault(fault.id))
      return createElement('li', {}, createElement('span', {}, describe(fault)), remove)
    }),
  )
}

export function startFaults(): void {
  byId('switches').replaceChildren(...SWITCHES.map(renderSwitch))
  byId('fault-phone').addEventListener('change', render)
  byId('clear-faults').addEventListener('click', () => void removeAllFaults())
  onChange(render)
}

import { savePhone } from './api.ts'
import { formatPhone } from './avatar.ts'
import { byId, errorMessage } from './dom.ts'
import { loadPhones, openPhone } from './live-updates.ts'
import { showPane } from './panes.ts'
import { state } from './state.ts'

/** Dialog for adding a phone and for renaming one. */
export function startPhoneDialog(): void {
  const dialog = byId('phone-dialog', HTMLDialogElement)
  const name = byId('phone-name', HTMLInputElement)
  const number = byId('phone-number', HTMLInputElement)
  const problem = byId('phone-problem')

  const open = (phone: { phone: string; name: string } | null) => {
    byId('dialog-title').textContent = phone ? 'Rename phone' : 'New phone'
    byId('phone-save').textContent = phone ? 'Save name' : 'Add phone'
    name.value = phone?.name ?? ''
    number.value = phone ? formatPhone(phone.phone) : ''
    number.readOnly = phone !== null
    problem.textContent = ''
    dialog.showModal()
  }

  byId('new-phone').addEventListener('click', () => open(null))
  byId('rename').addEventListener('click', () => {
    const phone = state.phones.find((candidate) => candidate.phone === state.selected)
    if (phone) open(phone)
  })
  byId('phone-cancel').addEventListener('click', () => dialog.close())
  byId('phone-form').addEventListener('submit', async (event) => {
    event.preventDefault()
    try {
      const saved = await savePhone({ phone: number.value, name: name.value.trim() })
      dialog.close()
      await loadPhones()
      await openPhone(saved.phone)
      showPane('phone')
      byId('body').focus()
    } catch (error) {
      problem.textContent = errorMessage(error).replace(/^✖ /, '').split('\n')[0] ?? ''
    }
  })
}

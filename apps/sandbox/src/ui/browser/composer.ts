import { sendText, uploadPicture } from './api.ts'
import { byId, errorMessage } from './dom.ts'
import { state } from './state.ts'

/** Composer of the phone: Enter sends, Shift+Enter starts a new line. */
export function startComposer(): void {
  const form = byId('composer', HTMLFormElement)
  const body = byId('body', HTMLTextAreaElement)
  const picture = byId('picture', HTMLInputElement)
  const preview = byId('attachment-picture', HTMLImageElement)
  const problem = byId('problem')
  let isSending = false

  const showPicture = () => {
    if (preview.src) URL.revokeObjectURL(preview.src)
    const file = picture.files?.[0]
    byId('attachment').hidden = !file
    if (file) preview.src = URL.createObjectURL(file)
    else preview.removeAttribute('src')
  }

  const send = async () => {
    const file = picture.files?.[0]
    const text = body.value
    if (isSending || !state.selected || !state.number || (text.trim() === '' && !file)) return
    isSending = true
    problem.textContent = ''
    try {
      const mediaUrls = file ? [await uploadPicture(file)] : []
      await sendText(state.selected, { to: state.number, body: text, mediaUrls })
      body.value = ''
      picture.value = ''
      showPicture()
    } catch (error) {
      problem.textContent = `Not sent: ${errorMessage(error)}`
    } finally {
      isSending = false
      body.focus()
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  body.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    void send()
  })
  picture.addEventListener('change', showPicture)
  byId('attachment-remove').addEventListener('click', () => {
    picture.value = ''
    showPicture()
    body.focus()
  })
}

/** Selects the visible pane on screens below 1180 pixels, where tabs replace the columns. */
export function showPane(pane: 'phones' | 'phone' | 'network'): void {
  document.body.dataset.pane = pane
  for (const button of document.querySelectorAll<HTMLElement>('[data-pane-button]')) {
    button.setAttribute('aria-current', String(button.dataset.paneButton === pane))
  }
}

export function startPanes(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-pane-button]')) {
    button.addEventListener('click', () => showPane(button.dataset.paneButton as 'phones'))
  }
  showPane('phones')
}

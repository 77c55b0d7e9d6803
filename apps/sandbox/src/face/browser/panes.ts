/** Below 1180 pixels not all panes fit; the tabs say which one shows. */
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

const PANES = ['phones', 'phone', 'network'] as const
type Pane = (typeof PANES)[number]

/** Selects the visible pane on screens below 1180 pixels, where tabs replace the columns. */
export function showPane(pane: Pane): void {
  document.body.dataset.pane = pane
  for (const button of document.querySelectorAll<HTMLElement>('[data-pane-button]')) {
    button.setAttribute('aria-current', String(button.dataset.paneButton === pane))
  }
}

export function startPanes(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-pane-button]')) {
    const pane = PANES.find((name) => name === button.dataset.paneButton)
    if (pane) button.addEventListener('click', () => showPane(pane))
  }
  showPane('phones')
}

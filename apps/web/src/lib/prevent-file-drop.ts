const isOfFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** A file dropped beside its target would be opened by the browser, in place of the product. */
export function preventFileDrop() {
  addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !isOfFiles(event)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  })
  addEventListener('drop', (event) => {
    if (isOfFiles(event)) event.preventDefault()
  })
}

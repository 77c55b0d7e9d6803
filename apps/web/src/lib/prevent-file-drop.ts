const isOfFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** The browser would navigate to a file that is dropped outside a drop zone. */
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

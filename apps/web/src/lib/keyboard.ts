/** Whether letters go to a field or an open menu, and so are not shortcuts. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.isComposing || event.defaultPrevented) return true
  const target = event.target instanceof Element ? event.target : null
  return (
    target?.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]') !=
    null
  )
}

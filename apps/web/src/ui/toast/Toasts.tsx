import { useLingui } from '@lingui/react/macro'
import { CloseButton } from '@mantine/core'
import { TextButton } from '../text/TextButton.tsx'
import classes from './Toasts.module.css'
import { dismissToast, useToasts } from './toasts.ts'

export function Toasts() {
  const { t } = useLingui()
  const toasts = useToasts()
  return (
    <section className={classes.root} aria-label={t`Alerts`} aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={classes.toast} data-kind={toast.kind}>
          {toast.onOpen ? (
            <button
              type="button"
              className={classes.open}
              onClick={() => {
                dismissToast(toast.id)
                toast.onOpen?.()
              }}
            >
              <strong>{toast.title}</strong>
              <span dir="auto">{toast.text}</span>
            </button>
          ) : (
            <div className={classes.open}>
              <strong>{toast.title}</strong>
              <span dir="auto">{toast.text}</span>
            </div>
          )}
          {toast.action && (
            <TextButton
              className={classes.action}
              onClick={() => {
                dismissToast(toast.id)
                toast.action?.run()
              }}
            >
              {toast.action.label}
            </TextButton>
          )}
          <CloseButton size="sm" aria-label={t`Dismiss`} onClick={() => dismissToast(toast.id)} />
        </div>
      ))}
    </section>
  )
}

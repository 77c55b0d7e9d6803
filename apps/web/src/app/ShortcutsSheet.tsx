import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Kbd } from '@mantine/core'
import { ModalFrame } from '../ui/ModalFrame.tsx'
import classes from './ShortcutsSheet.module.css'

const SHORTCUTS: [keys: string[], what: MessageDescriptor][] = [
  [['Ctrl', 'K'], msg`Go to or do anything`],
  [['j'], msg`Next conversation`],
  [['k'], msg`Previous conversation`],
  [['Enter'], msg`Open the conversation`],
  [['x'], msg`Select the conversation`],
  [['Shift', 'J'], msg`Select down the list`],
  [['/'], msg`Search`],
  [['r'], msg`Reply`],
  [['e'], msg`Close or reopen the conversation`],
  [['a'], msg`Hand the conversation to a teammate`],
  [['s'], msg`Snooze the conversation`],
  [['h'], msg`Mark the conversation handled without a reply`],
  [['u'], msg`Mark the conversation unread for yourself`],
  [['c'], msg`New message`],
  [['Enter'], msg`Send, while writing`],
  [['Shift', 'Enter'], msg`New line, while writing`],
  [['Esc'], msg`Leave a field, close a dialog`],
  [['?'], msg`Show this list`],
]

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  return (
    <ModalFrame onClose={onClose} title={t`Keyboard shortcuts`}>
      <dl className={classes.list}>
        {SHORTCUTS.map(([keys, what]) => (
          <div key={what.id} className={classes.row}>
            <dt>{i18n._(what)}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key} size="sm">
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </ModalFrame>
  )
}

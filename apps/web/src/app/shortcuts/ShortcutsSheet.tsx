import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Kbd } from '@mantine/core'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import classes from './ShortcutsSheet.module.css'

const SHORTCUTS: [keys: string[], what: MessageDescriptor][] = [
  [['Ctrl', 'K'], msg`Search and commands`],
  [['j'], msg`Next conversation (opens it if one is open)`],
  [['k'], msg`Previous conversation`],
  [['Enter'], msg`Open conversation`],
  [['x'], msg`Select conversation`],
  [['Shift', 'J'], msg`Extend the selection`],
  [['/'], msg`Search`],
  [['r'], msg`Reply`],
  [['n'], msg`Add a note`],
  [['e'], msg`Close or reopen`],
  [['a'], msg`Assign to a teammate`],
  [['s'], msg`Snooze`],
  [['h'], msg`No reply needed`],
  [['u'], msg`Mark unread`],
  [['c'], msg`New message`],
  [['Enter'], msg`Send (while writing)`],
  [['Shift', 'Enter'], msg`New line (while writing)`],
  [['Esc'], msg`Leave a field or close a dialog`],
  [['?'], msg`Keyboard shortcuts`],
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

import type { Conversation } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { labelsQuery } from '../../entities/label/queries.ts'
import { api } from '../../lib/api.ts'
import classes from './PanelSections.module.css'
import { useContactList } from './use-contact-list.ts'

interface Props {
  conversation: Conversation
  mayEdit: boolean
}

const UNKNOWN_COLOR = '#868e96'

export function LabelsField({ conversation, mayEdit }: Props) {
  const { t } = useLingui()
  const allLabels = useQuery(labelsQuery).data?.labels ?? []
  const { items: labels, set } = useContactList(conversation, 'labels', (id, next) =>
    api.contacts.updateLabels({ id, labels: next }),
  )
  const colorOf = (name: string) => allLabels.find((label) => label.name === name)?.color ?? UNKNOWN_COLOR

  const toggle = (name: string) =>
    set(labels.includes(name) ? labels.filter((label) => label !== name) : [...labels, name])
  return (
    <div className={classes.chips}>
      {labels.map((name) => (
        <span key={name} className={classes.chip}>
          <span className={classes.dot} style={{ background: colorOf(name) }} />
          {name}
        </span>
      ))}
      {mayEdit && allLabels.length > 0 ? (
        <Menu position="bottom-start" closeOnItemClick={false} width={220}>
          <Menu.Target>
            <button type="button" className={classes.chip} style={{ cursor: 'pointer' }} aria-label={t`Change labels`}>
              <IconPlus size={14} aria-hidden="true" />
              {labels.length === 0 && <Trans>Change labels</Trans>}
            </button>
          </Menu.Target>
          <Menu.Dropdown mah={300} style={{ overflowY: 'auto' }}>
            {allLabels.map(({ name, color }) => (
              <Menu.CheckboxItem
                key={name}
                checked={labels.includes(name)}
                onChange={() => toggle(name)}
                rightSection={<span className={classes.dot} style={{ display: 'block', background: color }} />}
              >
                {name}
              </Menu.CheckboxItem>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        labels.length === 0 && (
          <p className={classes.soft}>
            <Trans>No labels</Trans>
          </p>
        )
      )}
    </div>
  )
}

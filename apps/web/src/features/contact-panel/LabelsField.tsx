import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { LabelChips, LabelDot } from '../../entities/label/LabelChips.tsx'
import { labelsQuery } from '../../entities/label/queries.ts'
import { api } from '../../lib/api.ts'
import classes from './PanelSections.module.css'
import { type ListedOn, useContactList } from './use-contact-list.ts'

interface Props {
  contact: ListedOn
  /** A conversation that shows the contact. */
  sid: string | null
  mayEdit: boolean
}

export function LabelsField({ contact, sid, mayEdit }: Props) {
  const { t } = useLingui()
  const allLabels = useQuery(labelsQuery).data?.labels ?? []
  const { items: labels, set } = useContactList(contact, sid, 'labels', (id, change) =>
    api.contacts.updateLabels({ id, ...change }),
  )
  const toggle = (name: string) =>
    set(labels.includes(name) ? labels.filter((label) => label !== name) : [...labels, name])
  return (
    <div className={classes.chips}>
      {labels.length > 0 && <LabelChips labels={labels} />}
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
                rightSection={<LabelDot color={color} />}
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

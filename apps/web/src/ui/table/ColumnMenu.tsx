import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { MoveButtons } from '../list/MoveButtons.tsx'
import classes from './ColumnMenu.module.css'
import { type Column, type ColumnLayout, DEFAULT_LAYOUT, isShown } from './column-layout.ts'

interface Props<Row> {
  /** All columns, in their current order. */
  columns: readonly Column<Row>[]
  layout: ColumnLayout
  onChange: (layout: ColumnLayout) => void
}

/** Chooses and orders the columns of a table. */
export function ColumnMenu<Row>({ columns, layout, onChange }: Props<Row>) {
  const { t } = useLingui()
  const movable = columns.filter(({ isFixed }) => !isFixed)
  const toggleColumn = (column: Column<Row>) =>
    onChange({ ...layout, chosen: { ...layout.chosen, [column.key]: !isShown(column, layout) } })
  return (
    <Popover position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t`Columns`} data-tip={t`Columns`} data-tip-at="left">
          <IconColumns3 size={16} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label={t`Columns`}>
        <ul className={classes.list}>
          {movable.map((column, index) => (
            <li key={column.key} className={classes.column}>
              <Checkbox
                size="xs"
                className={classes.name}
                label={column.title}
                checked={isShown(column, layout)}
                onChange={() => toggleColumn(column)}
              />
              <MoveButtons
                items={movable}
                index={index}
                name={column.title}
                onMove={(next) => onChange({ ...layout, order: next.map(({ key }) => key) })}
              />
            </li>
          ))}
        </ul>
        <Button variant="subtle" size="compact-xs" onClick={() => onChange(DEFAULT_LAYOUT)}>
          <Trans>Reset columns</Trans>
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

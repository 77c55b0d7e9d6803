import { useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { RowCheckbox } from '../input/RowCheckbox.tsx'
import { ResizeHandle } from '../layout/ResizeHandle.tsx'
import { NOTHING, type Selection } from '../list/selection.ts'
import { COLUMN_WIDTH, type Column, type ColumnLayout, widthOf } from './column-layout.ts'
import classes from './DataTable.module.css'

interface Props<Row> {
  columns: readonly Column<Row>[]
  layout: ColumnLayout
  /** Undefined where columns are not resized. */
  onLayout: ((layout: ColumnLayout) => void) | undefined
  selection?: { value: Selection; onChange: (selection: Selection) => void; keys: readonly string[] } | undefined
}

/** The column titles with resize handles, and the checkbox for all loaded rows. */
export function TableHead<Row>({ columns, layout, onLayout, selection }: Props<Row>) {
  const { t } = useLingui()
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={classes.check}>
            <SelectLoaded {...selection} />
          </th>
        )}
        {columns.map((column) => {
          const width = widthOf(column, layout)
          return (
            <th key={column.key} scope="col">
              {column.hasHiddenTitle ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title}
              {onLayout && width !== undefined && !column.hasHiddenTitle && (
                <ResizeHandle
                  label={t`Width of ${column.title}`}
                  side="right"
                  width={width}
                  {...COLUMN_WIDTH}
                  onResize={(next) => onLayout({ ...layout, widths: { ...layout.widths, [column.key]: next } })}
                />
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function SelectLoaded({ value, onChange, keys }: NonNullable<Props<never>['selection']>) {
  const { t } = useLingui()
  const isFull = value.isAll || (keys.length > 0 && keys.every((key) => value.keys.has(key)))
  return (
    <RowCheckbox
      aria-label={t`Select all rows`}
      checked={isFull}
      ref={(box) => {
        if (box) box.indeterminate = !isFull && value.keys.size > 0
      }}
      onChange={() => onChange(isFull ? NOTHING : { keys: new Set(keys), isAll: false, anchor: null })}
    />
  )
}

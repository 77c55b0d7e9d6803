import { useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { RowCheckbox } from '../input/RowCheckbox.tsx'
import { ResizeHandle } from '../layout/ResizeHandle.tsx'
import { NOTHING, type Selection } from '../list/selection.ts'
import { COLUMN_WIDTH, type Column, type ColumnLayout, stickySide, type TableOrder, widthOf } from './column-layout.ts'
import classes from './DataTable.module.css'

interface Props<Row> {
  columns: readonly Column<Row>[]
  order?: TableOrder | undefined
  layout: ColumnLayout
  /** Undefined where columns are not resized. */
  onLayout: ((layout: ColumnLayout) => void) | undefined
  selection?: { value: Selection; onChange: (selection: Selection) => void; keys: readonly string[] } | undefined
}

/** The column titles with resize handles, and the checkbox for all loaded rows. */
export function TableHead<Row>({ columns, order, layout, onLayout, selection }: Props<Row>) {
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
            <th
              key={column.key}
              scope="col"
              data-sticky={stickySide(column, columns)}
              aria-sort={order && sortOf(column, order)}
            >
              {column.hasHiddenTitle ? (
                <VisuallyHidden>{column.title}</VisuallyHidden>
              ) : order && column.sortKey !== undefined ? (
                <SortButton title={column.title} sortKey={column.sortKey} order={order} />
              ) : (
                column.title
              )}
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

function sortOf<Row>({ sortKey }: Column<Row>, order: TableOrder) {
  if (sortKey === undefined) return undefined
  if (sortKey !== order.sortKey) return 'none'
  return order.isDescending ? 'descending' : 'ascending'
}

function SortButton({ title, sortKey, order }: { title: string; sortKey: string; order: TableOrder }) {
  const Arrow = order.isDescending ? IconArrowDown : IconArrowUp
  return (
    <button type="button" className={classes.sort} onClick={() => order.onSort(sortKey)}>
      {title}
      {sortKey === order.sortKey && <Arrow size={13} stroke={2} aria-hidden="true" />}
    </button>
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

import type { ReactNode } from 'react'
import { useStore } from '../../lib/create-store.ts'
import { useIsPhone } from '../layout/use-viewport.ts'
import { isSelecting } from '../list/selection.ts'
import { QueryState } from '../state/QueryState.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { type Column, columnLayout, isShown, orderColumns, type TableOrder } from './column-layout.ts'
import classes from './DataTable.module.css'
import { SelectionBar } from './SelectionBar.tsx'
import { type RowSelection, TableRows } from './TableRows.tsx'

interface Props<Data, Row> {
  /** Key under which this device stores the layout of the columns. */
  name: string
  label: string
  columns: readonly Column<Row>[]
  /** For a table whose rows are sorted by columns. */
  order?: TableOrder
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  rows: (data: Data) => readonly Row[]
  rowKey: (row: Row) => string
  /** Estimated; rows grow with their content. */
  rowHeight?: number
  placeholderRows?: number
  empty: ReactNode
  selection?:
    | (RowSelection<Row> & {
        /** How many rows match, loaded or not; null when only a full count could tell. */
        total: number | null
        actions: ReactNode
      })
    | undefined
  /** Enter on a row. */
  onOpen?: ((row: Row) => void) | undefined
  /** Whether a click on a row opens it, too. */
  opensOnClick?: boolean
  /** The row that is open beside the table. */
  openKey?: string | undefined
  /** Identifies what the table shows, to continue where it was scrolled to when it is back on screen. */
  scrollKey?: string
  /** Left of the column menu, such as a `FilterBar`. */
  toolbar?: ReactNode
}

/** A table of any length, whose columns each person chooses, orders and resizes. */
export function DataTable<Data, Row>(props: Props<Data, Row>) {
  const { name, label, columns, order, query, rows, rowKey, rowHeight, placeholderRows } = props
  const { empty, selection, onOpen, opensOnClick = false, openKey, scrollKey, toolbar } = props
  const isPhone = useIsPhone()
  const store = columnLayout(name)
  const layout = useStore(store)
  const ordered = orderColumns(columns, layout)
  const isEmpty = query.data !== undefined && rows(query.data).length === 0
  return (
    <div>
      <div className={classes.toolbar}>
        {selection && isSelecting(selection.value) ? (
          <SelectionBar
            selection={selection.value}
            total={selection.total}
            onSelect={selection.onChange}
            actions={selection.actions}
          />
        ) : (
          <div className={classes.tools}>{toolbar}</div>
        )}
        {!isPhone && !isEmpty && <ColumnMenu columns={ordered} layout={layout} onChange={store.set} />}
      </div>
      <QueryState query={query} rows={placeholderRows} empty={empty} isEmpty={() => isEmpty}>
        {(data) => (
          <TableRows
            label={label}
            columns={ordered.filter((column) => isShown(column, layout) && !(isPhone && column.isHiddenOnPhone))}
            order={order}
            layout={layout}
            onLayout={store.set}
            rows={rows(data)}
            rowKey={rowKey}
            rowHeight={rowHeight}
            selection={selection}
            onOpen={onOpen}
            opensOnClick={opensOnClick}
            openKey={openKey}
            scrollKey={scrollKey}
          />
        )}
      </QueryState>
    </div>
  )
}

import { useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent as ReactMouseEvent, useRef } from 'react'
import { RowCheckbox } from '../input/RowCheckbox.tsx'
import { useIsPhone } from '../layout/use-viewport.ts'
import { extend, isSelected, type Selection, toggle } from '../list/selection.ts'
import { type Column, type ColumnLayout, stickySide, type TableOrder, widthOf } from './column-layout.ts'
import classes from './DataTable.module.css'
import { rememberScrollPosition, scrollPositionOf } from './scroll-positions.ts'
import { TableHead } from './TableHead.tsx'
import { useOverflowSides } from './use-overflow-sides.ts'
import { useRowFocus } from './use-row-focus.ts'

const SELECT_WIDTH = 40

export interface RowSelection<Row> {
  value: Selection
  onChange: (selection: Selection) => void
  /** The row's name in the label of its checkbox. */
  rowName: (row: Row) => string
}

interface Props<Row> {
  label: string
  /** The visible columns, in order. */
  columns: readonly Column<Row>[]
  order: TableOrder | undefined
  layout: ColumnLayout
  onLayout: (layout: ColumnLayout) => void
  rows: readonly Row[]
  rowKey: (row: Row) => string
  rowHeight: number | undefined
  selection: RowSelection<Row> | undefined
  onOpen: ((row: Row) => void) | undefined
  opensOnClick: boolean
  openKey: string | undefined
  /** The table with this key continues where it was last scrolled to. */
  scrollKey: string | undefined
}

/**
 * Usual height of a row on a phone, where it is a card of several lines. Far from it, rows would shift while scrolling.
 */
const CARD_HEIGHT = 104

/** The table itself; only the rows on screen are rendered. */
export function TableRows<Row>(props: Props<Row>) {
  // The virtualizer is one object that mutates; memoized by the compiler, the table would stop scrolling.
  'use no memo'
  const { label, columns, order, layout, onLayout, rows, rowKey, rowHeight = 44, selection } = props
  const { onOpen, opensOnClick, openKey, scrollKey } = props
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const scroller = useRef<HTMLDivElement>(null)
  useOverflowSides(scroller)
  const keys = rows.map(rowKey)
  const position = scrollPositionOf(scrollKey)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isPhone ? CARD_HEIGHT : rowHeight),
    getItemKey: (index) => keys[index] ?? index,
    overscan: 8,
    useFlushSync: false,
    initialOffset: position?.offset ?? 0,
    initialMeasurementsCache: position?.measurements ?? [],
  })
  const visible = virtualizer.getVirtualItems()
  const before = visible[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (visible.at(-1)?.end ?? 0)

  const select = (row: Row, isRange: boolean) => {
    if (!selection) return
    const { value, onChange } = selection
    onChange(isRange ? extend(value, rowKey(row), keys) : toggle(value, rowKey(row)))
  }
  const withRow = (index: number, act: (row: Row) => void) => {
    const row = rows[index]
    if (row !== undefined) act(row)
  }
  const focus = useRowFocus({
    keys,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    onToggle: selection && ((index, isRange) => withRow(index, (row) => select(row, isRange))),
    onOpen: onOpen && ((index) => withRow(index, onOpen)),
  })
  const width = columns.reduce(
    (sum, column) => sum + (widthOf(column, layout) ?? column.width),
    selection ? SELECT_WIDTH : 0,
  )
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      onScroll={({ currentTarget: { scrollTop: offset } }) => {
        if (scrollKey !== undefined)
          rememberScrollPosition(scrollKey, { offset, measurements: virtualizer.takeSnapshot() })
      }}
    >
      {/* Padding takes the space of the rows that are not rendered. */}
      <div style={{ paddingBlock: `${before}px ${after}px`, minWidth: isPhone ? undefined : width }}>
        <table className={classes.table} aria-label={label} aria-rowcount={rows.length + 1}>
          <colgroup>
            {selection && <col style={{ width: SELECT_WIDTH }} />}
            {columns.map((column) => (
              <col key={column.key} style={{ width: widthOf(column, layout) }} />
            ))}
          </colgroup>
          <TableHead
            columns={columns}
            order={order}
            layout={layout}
            onLayout={isPhone ? undefined : onLayout}
            selection={selection && { value: selection.value, onChange: selection.onChange, keys }}
          />
          <tbody>
            {visible.map(({ index, key }) => {
              const row = rows[index]
              if (row === undefined) return null
              const isPicked = selection !== undefined && isSelected(selection.value, rowKey(row))
              return (
                <tr
                  key={key}
                  ref={(element) => {
                    virtualizer.measureElement(element)
                    focus.register(index, element)
                  }}
                  data-index={index}
                  data-selected={isPicked || rowKey(row) === openKey || undefined}
                  data-clickable={opensOnClick || undefined}
                  aria-rowindex={index + 2}
                  className={classes.row}
                  tabIndex={focus.isCurrent(index) ? 0 : -1}
                  onFocus={() => focus.onFocus(index)}
                  onBlur={focus.onBlur}
                  onKeyDown={focus.onKeyDown}
                  onClick={opensOnClick ? (event) => !isOnControl(event) && onOpen?.(row) : undefined}
                >
                  {selection && (
                    <td className={classes.check}>
                      {/* The whole cell is the hit area. */}
                      <label>
                        <RowCheckbox
                          tabIndex={-1}
                          aria-label={t`Select ${selection.rowName(row)}`}
                          checked={isPicked}
                          onChange={({ nativeEvent }) =>
                            select(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                          }
                        />
                      </label>
                    </td>
                  )}
                  {columns.map((column) => (
                    <td
                      key={column.key}
                      data-sticky={stickySide(column, columns)}
                      className={column.hasHiddenTitle ? classes.corner : undefined}
                      data-title={column.isFixed ? undefined : column.title}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** Whether the click was for something in the row or in a menu that it opened, or ended the selection of text. */
const isOnControl = ({ target, currentTarget }: ReactMouseEvent) =>
  !(target instanceof Element && currentTarget.contains(target)) ||
  target.closest('a, button, input, label') !== null ||
  getSelection()?.isCollapsed === false

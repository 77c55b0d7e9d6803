import type { ReactNode } from 'react'
import type { Store } from '../../lib/create-store.ts'
import { storedValue } from '../../lib/stored-value.ts'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** In pixels; the minimum for a column that grows. */
  width: number
  /** Takes the remaining width. */
  grows?: boolean
  /** Always shown in its position, such as the name of the row or its menu; without its title on a phone. */
  isFixed?: boolean
  /** Its title is for screen readers only, as for a menu; on a phone it is in the corner of the row. */
  hasHiddenTitle?: boolean
  /** Too much for a phone, where each row is a block of its values. */
  isHiddenOnPhone?: boolean
  /** The order that a click on the title asks for; see `TableOrder`. */
  sortKey?: string
}

/** How the rows are sorted, and what a click on the title of a column with a `sortKey` does. */
export interface TableOrder {
  sortKey: string
  isDescending: boolean
  onSort: (sortKey: string) => void
}

/** A person's changes to the columns of a table. */
export interface ColumnLayout {
  order: readonly string[]
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
}

export const COLUMN_WIDTH = { min: 64, max: 640 }
export const DEFAULT_LAYOUT: ColumnLayout = { order: [], hidden: [], widths: {} }

/** All columns in the person's order; fixed and newly added ones keep their defined position. */
export function orderColumns<Row>(columns: readonly Column<Row>[], { order }: ColumnLayout): Column<Row>[] {
  const movable = columns.filter(({ isFixed, key }) => !isFixed && order.includes(key))
  const chosen = movable.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
  const isMovable = new Set(movable)
  return columns.map((column) => (isMovable.has(column) ? (chosen.shift() ?? column) : column))
}

export const isShown = <Row>({ key, isFixed }: Column<Row>, { hidden }: ColumnLayout) =>
  isFixed === true || !hidden.includes(key)

/** Undefined for a column that takes the remaining width. */
export const widthOf = <Row>({ key, width, grows }: Column<Row>, { widths }: ColumnLayout): number | undefined =>
  grows ? undefined : (widths[key] ?? width)

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

function readLayout(stored: unknown, initial: ColumnLayout): ColumnLayout {
  if (typeof stored !== 'object' || stored === null) return initial
  const { order, hidden, widths }: { order?: unknown; hidden?: unknown; widths?: unknown } = stored
  const entries = typeof widths === 'object' && widths !== null ? Object.entries(widths) : []
  return {
    order: isTexts(order) ? order : [],
    hidden: isTexts(hidden) ? hidden : [],
    widths: Object.fromEntries(
      entries.filter(
        ([, width]) => typeof width === 'number' && width >= COLUMN_WIDTH.min && width <= COLUMN_WIDTH.max,
      ),
    ),
  }
}

const layouts = new Map<string, Store<ColumnLayout>>()

/** The layout of the table with this name, stored on this device once it is changed. */
export function columnLayout(name: string, initial: ColumnLayout = DEFAULT_LAYOUT): Store<ColumnLayout> {
  const existing = layouts.get(name)
  if (existing) return existing
  const layout = storedValue(`frontdesk.columns.${name}`, (stored) => readLayout(stored, initial))
  layouts.set(name, layout)
  return layout
}

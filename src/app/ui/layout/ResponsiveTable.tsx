// A table on wide screens, a list of blocks on phones.

import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './ResponsiveTable.module.css'

export interface ResponsiveColumn<Row> {
  key: string
  head: ReactNode
  /** Null leaves out the cell, and on a phone the line. */
  cell: (row: Row) => ReactNode
  /** Another cell for phones, such as a button in place of a link. */
  narrowCell?: (row: Row) => ReactNode
  /** On a phone: `lead` is first and large, `contact` is in a row of buttons, `table` is not shown. */
  role?: 'lead' | 'contact' | 'table' | undefined
  /** For figures: aligned right. */
  align?: 'end' | undefined
}

export interface ResponsiveTableProps<Row> {
  /** What the table lists. For screen readers only. */
  caption: string
  columns: readonly ResponsiveColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

export function ResponsiveTable<Row>({ caption, columns, rows, rowKey }: ResponsiveTableProps<Row>) {
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={column.align && styles.end}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column, row }: { column: ResponsiveColumn<Row>; row: Row }) {
  const content = column.cell(row)
  const narrowContent = column.narrowCell?.(row)
  return (
    <td
      className={classNames(
        column.align && styles.end,
        column.role === 'lead' && styles.lead,
        column.role === 'contact' && styles.contact,
        column.role === 'table' && styles.tableOnly,
      )}
    >
      {column.narrowCell === undefined || content === null ? (
        content
      ) : (
        <>
          <span className={styles.inTable}>{content}</span>
          <span className={styles.narrow}>{narrowContent}</span>
        </>
      )}
    </td>
  )
}

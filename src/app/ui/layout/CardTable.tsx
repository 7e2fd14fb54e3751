// A table on wide screens, cards on phones.

import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './CardTable.module.css'

export interface CardColumn<Row> {
  key: string
  head: ReactNode
  /** Null leaves the cell, and on a card the line, out. */
  cell: (row: Row) => ReactNode
  /** Another form for phones, such as a button in the place of a link. */
  card?: (row: Row) => ReactNode
  /** On a card: `lead` comes first and large, `contact` stands in a row of buttons, `table` is not shown. */
  role?: 'lead' | 'contact' | 'table' | undefined
  /** Figures: to the right, in columns. */
  align?: 'end' | undefined
}

export interface CardTableProps<Row> {
  /** What the table lists; said, not shown. */
  caption: string
  columns: readonly CardColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

export function CardTable<Row>({ caption, columns, rows, rowKey }: CardTableProps<Row>) {
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

function Cell<Row>({ column, row }: { column: CardColumn<Row>; row: Row }) {
  const content = column.cell(row)
  const onCard = column.card?.(row)
  return (
    <td
      className={classNames(
        column.align && styles.end,
        column.role === 'lead' && styles.lead,
        column.role === 'contact' && styles.contact,
        column.role === 'table' && styles.tableOnly,
      )}
    >
      {column.card === undefined || content === null ? (
        content
      ) : (
        <>
          <span className={styles.inTable}>{content}</span>
          <span className={styles.onCard}>{onCard}</span>
        </>
      )}
    </td>
  )
}

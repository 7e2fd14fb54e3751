// A turning circle. The words beside it say what is running.

import { LoaderCircle } from 'lucide-react'
import styles from './Spinner.module.css'

export function Spinner() {
  return <LoaderCircle className={styles.spinner} aria-hidden="true" />
}

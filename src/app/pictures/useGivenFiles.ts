// Files that are dropped or pasted anywhere belong to the form with pictures that is open. Left to the browser, a
// dropped one would be opened in the form's place.
import { useEffect, useRef, useState } from 'react'

/** Whether files are being dragged over the page. */
export function useGivenFiles(onFiles: (files: readonly File[]) => void): boolean {
  const newest = useRef(onFiles)
  newest.current = onFiles
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const giving = new AbortController()
    const { signal } = giving
    const take = (event: Event, files: readonly File[]) => {
      if (files.length === 0) return
      event.preventDefault()
      newest.current(files)
    }
    document.addEventListener('paste', (event) => take(event, [...(event.clipboardData?.files ?? [])]), {
      signal,
    })
    document.addEventListener(
      'dragover',
      (event) => {
        if (event.dataTransfer?.types.includes('Files') !== true) return
        event.preventDefault()
        setIsOver(true)
      },
      { signal },
    )
    document.addEventListener(
      'dragleave',
      // from one element to the next it stays on the page
      ({ relatedTarget }) => relatedTarget === null && setIsOver(false),
      { signal },
    )
    document.addEventListener(
      'drop',
      (event) => {
        setIsOver(false)
        take(event, [...(event.dataTransfer?.files ?? [])])
      },
      { signal },
    )
    return () => giving.abort()
  }, [])
  return isOver
}

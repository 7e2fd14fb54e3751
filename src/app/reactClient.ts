// React by itself, so that the entry can start it in a task of its own.
import { createRoot, type Root } from 'react-dom/client'

export function openRoot(element: HTMLElement): Root {
  return createRoot(element)
}

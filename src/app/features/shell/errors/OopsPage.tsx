// The page for an unexpected error that also broke the frame around the screen.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { OopsScreen } from './OopsScreen.tsx'

export function OopsPage(props: ErrorComponentProps) {
  return (
    <main id="main" tabIndex={-1}>
      <OopsScreen {...props} />
    </main>
  )
}

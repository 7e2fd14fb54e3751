// The unexpected error's page where the error took everything around it too.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { OopsScreen } from './OopsScreen.tsx'

export function OopsPage(props: ErrorComponentProps) {
  return (
    <main id="main" tabIndex={-1}>
      <OopsScreen {...props} />
    </main>
  )
}

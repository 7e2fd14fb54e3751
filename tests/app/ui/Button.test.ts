import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Button, type ButtonProps } from '../../../src/app/ui/Button.tsx'

function render(label: string, props: ButtonProps = {}): string {
  return renderToStaticMarkup(createElement(Button, props, label))
}

describe('Button', () => {
  it('stays reachable when it is disabled with a reason, and is described by it', () => {
    const markup = render('Pay', { disabledReason: 'Paying needs a connection.' })
    const [, id] = /aria-describedby="([^"]+)"/.exec(markup) ?? []
    expect(id).toBeDefined()
    expect(markup).toMatch(new RegExp(`id="${id}"[^>]*>Paying needs a connection\\.`))
    expect(markup).toContain('aria-disabled="true"')
    expect(markup).not.toContain(' disabled=""')
  })

  it('says one label at a time and keeps the other for its width', () => {
    const idle = render('Send', { busyLabel: 'Sending…' })
    const busy = render('Send', { busy: true, busyLabel: 'Sending…' })
    expect(idle).toMatch(/aria-hidden="true"><svg.*Sending…/)
    expect(busy).toMatch(/aria-hidden="true">Send</)
    expect(busy).toContain('aria-busy="true"')
  })

  it('submits nothing unless it is told to', () => {
    expect(render('Back')).toContain('type="button"')
    expect(render('Save', { submit: true })).toContain('type="submit"')
  })
})

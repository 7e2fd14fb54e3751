// The product's own stage, moved by pointer events like a hand.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { prepareWebGl } from '../../../../src/app/map/drawing/webGl.ts'
import { MapStage } from '../../../../src/app/map/MapStage.tsx'
import type { Contestant } from './contestant.ts'
import { type MapSize, makeSpaces } from './spaces.ts'

i18n.load('en', {})
i18n.activate('en')

export async function makeOurs(size: MapSize): Promise<Contestant> {
  // as for the rivals, code and drawing context are there before the clock starts
  await prepareWebGl()
  const { spaces } = makeSpaces(size)
  let surface: HTMLElement | null = null
  let x = 0
  let y = 0
  let held = false
  const point = (type: string) =>
    surface?.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        pointerType: 'mouse',
        button: 0,
        buttons: 1,
        clientX: x,
        clientY: y,
      }),
    )
  return {
    mount(stage) {
      return new Promise((resolve) => {
        const watch = new MutationObserver(() => {
          if (!stage.querySelector('[data-state=drawing]')) return
          watch.disconnect()
          surface = stage.querySelector<HTMLElement>('[role=application]')
          // a synthetic pointer cannot be captured
          if (surface) surface.setPointerCapture = () => undefined
          resolve()
        })
        watch.observe(stage, { subtree: true, childList: true, attributes: true })
        createRoot(stage).render(
          createElement(
            I18nProvider,
            { i18n },
            createElement(MapStage, {
              label: 'Bench',
              picture: null,
              spaces,
              mode: 'viewer',
              focusedId: null,
              onTap: () => undefined,
            }),
          ),
        )
      })
    },
    zoom(factor) {
      const stage = surface?.getBoundingClientRect()
      if (!surface || !stage) return
      for (let left = Math.log(factor); left > 1e-6; left -= 0.4) {
        surface.dispatchEvent(
          new WheelEvent('wheel', {
            deltaY: -Math.min(0.4, left) / 0.002,
            clientX: stage.width / 2,
            clientY: stage.height / 2,
            cancelable: true,
          }),
        )
      }
    },
    panBy(dx, dy) {
      if (!held) {
        held = true
        x = innerWidth / 2
        y = innerHeight / 2
        point('pointerdown')
        x += 20
        point('pointermove')
      }
      x += dx
      y += dy
      point('pointermove')
    },
  }
}

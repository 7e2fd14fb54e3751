// The rival that a page would use first: one SVG with patterns as fills, moved by the transform of one group.

import { toSpaceVariant } from '../../../../src/app/map/mapSpace.ts'
import { toPlacement, toSpaceLabel } from '../../../../src/app/map/space.ts'
import { type Contestant, toFitScale } from './contestant.ts'
import { type MapSize, makeSpaces } from './spaces.ts'

const patterns = `
<pattern id="swap" width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
  <rect width="3" height="3" fill="#FFF3D6"/><rect width="0.66" height="3" fill="#C98A1A"/></pattern>
<pattern id="food" width="3" height="3" patternUnits="userSpaceOnUse">
  <rect width="3" height="3" fill="#FFE4DE"/><circle cx="1.5" cy="1.5" r="0.6" fill="#C4462F"/></pattern>
<pattern id="goods" width="3" height="3" patternUnits="userSpaceOnUse">
  <rect width="3" height="3" fill="#E1ECFA"/><path d="M1.5 0V3M0 1.5H3" stroke="#3F78BD" stroke-width="0.5"/></pattern>
<pattern id="any" width="3" height="3" patternUnits="userSpaceOnUse">
  <rect width="3" height="3" fill="#EFE9F6"/><path d="M0 1.5H3" stroke="#7A5BA6" stroke-width="0.6"/></pattern>`

export function makeSvg(size: MapSize): Contestant {
  const { spaces, unit } = makeSpaces(size)
  let group: Element | null = null
  let scale = 1
  let x = 0
  let y = 0
  const move = () => group?.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`)
  return {
    mount(stage) {
      const boxes = spaces.map((space) => {
        const { x: cx, y: cy, w, h, angle } = toPlacement(space)
        const variant = toSpaceVariant(space, 'viewer')
        const fill = variant === 'free' ? '#fff' : `url(#${variant})`
        const plate =
          variant === 'free' ? '' : `<rect x="-5.5" y="-3" width="11" height="6" rx="1" fill="#fff"/>`
        return `<g transform="translate(${cx} ${cy}) rotate(${(angle * 180) / Math.PI})">
<rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="1.3" fill="${fill}" stroke="#11181C" stroke-width="0.9"/>
<g class="label" transform="scale(${unit})">${plate}<text text-anchor="middle" y="1.8" font-size="5" font-weight="700" fill="#11181C">${toSpaceLabel(space)}</text></g></g>`
      })
      scale = toFitScale(stage)
      x = (stage.clientWidth - 1024 * scale) / 2
      y = (stage.clientHeight - 768 * scale) / 2
      stage.innerHTML = `<svg width="100%" height="100%"><defs>${patterns}</defs>
<rect width="100%" height="100%" fill="#DCE6DA"/><g class="far">${boxes.join('')}</g></svg>`
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('.far .label { display: none }')
      document.adoptedStyleSheets = [sheet]
      group = stage.querySelector('.far')
      move()
      return Promise.resolve()
    },
    zoom(factor, labelled) {
      group?.setAttribute('class', labelled ? 'near' : 'far')
      x = innerWidth / 2 - (innerWidth / 2 - x) * factor
      y = innerHeight / 2 - (innerHeight / 2 - y) * factor
      scale *= factor
      move()
    },
    panBy(dx, dy) {
      x += dx
      y += dy
      move()
    },
  }
}

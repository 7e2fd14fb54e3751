// Draws the ground of the demo show's maps as SVG: fields, lanes, trees, buildings and their names.
import { round, shade } from './drawCar.ts'

/** Map units, spec/public 9. */
const width = 1024
const height = 768

export interface Field {
  /** Its middle. */
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  /** Degrees clockwise. */
  readonly a: number
}

export interface MapGround {
  readonly fields: readonly Field[]
  /** SVG paths of lanes with their widths. */
  readonly lanes: readonly (readonly [path: string, width: number])[]
  readonly greens: readonly (readonly [x: number, y: number, radius: number])[]
  readonly trees: readonly (readonly [x: number, y: number, size: number])[]
  readonly buildings: readonly (readonly [x: number, y: number, w: number, h: number, name: string])[]
  readonly names: readonly (readonly [x: number, y: number, text: string, angle?: number])[]
  readonly water?: string
}

const colours = {
  grass: '#d5e2cf',
  field: '#e6eedd',
  stripe: '#dfe9d5',
  lane: '#f7f2e6',
  edge: '#d9cfb6',
  ink: '#33413c',
}

export function drawMap(ground: MapGround): string {
  const mown = Array.from(
    { length: 16 },
    (_, at) => `<rect x="${at * 64}" width="32" height="${height}" fill="#cfdec9"/>`,
  ).join('')
  const fields = ground.fields
    .map(({ x, y, w, h, a }) => {
      const stripes = Array.from({ length: Math.ceil(w / 40) }, (_, at) =>
        at % 2 === 0
          ? `<rect x="${round(x - w / 2 + at * 40)}" y="${y - h / 2}" width="${Math.min(40, w - at * 40)}" height="${h}" fill="${colours.stripe}"/>`
          : '',
      ).join('')
      return `<g transform="rotate(${a} ${x} ${y})"><rect x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}" rx="10" fill="${colours.field}" stroke="#bccdb4" stroke-width="2"/>${stripes}</g>`
    })
    .join('')
  const edges = ground.lanes
    .map(([path, wide]) => `<path d="${path}" stroke="${colours.edge}" stroke-width="${wide + 4}"/>`)
    .join('')
  const lanes = ground.lanes
    .map(([path, wide]) => `<path d="${path}" stroke="${colours.lane}" stroke-width="${wide}"/>`)
    .join('')
  const greens = ground.greens
    .map(
      ([x, y, radius]) =>
        `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colours.lane}" stroke="${colours.edge}" stroke-width="2"/><circle cx="${x}" cy="${y}" r="${radius - 14}" fill="#c4dabc"/>`,
    )
    .join('')
  const trees = ground.trees
    .map(
      ([x, y, size]) =>
        `<circle cx="${x + size * 0.12}" cy="${y + size * 0.16}" r="${size}" fill="#0d1418" opacity=".1"/><circle cx="${x}" cy="${y}" r="${size}" fill="#7ba07a"/><circle cx="${round(x - size * 0.25)}" cy="${round(y - size * 0.25)}" r="${round(size * 0.62)}" fill="#93b48f"/>`,
    )
    .join('')
  const buildings = ground.buildings
    .map(([x, y, w, h, name]) => {
      const roof = '#b9a98e'
      const long = w >= h
      const ridge = long ? `M${x} ${y + h / 2} h${w}` : `M${x + w / 2} ${y} v${h}`
      const dark = long ? [x, y + h / 2, w, h / 2] : [x + w / 2, y, w / 2, h]
      return `<rect x="${x + 4}" y="${y + 5}" width="${w}" height="${h}" fill="#0d1418" opacity=".14"/><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${roof}"/><rect x="${dark[0]}" y="${dark[1]}" width="${dark[2]}" height="${dark[3]}" fill="${shade(roof, -0.12)}"/><path d="${ridge}" stroke="${shade(roof, -0.3)}" stroke-width="2"/>${drawName(x + w / 2, y + h / 2 + 6, name, 0, 16)}`
    })
    .join('')
  const names = ground.names.map(([x, y, text, angle]) => drawName(x, y, text, angle ?? 0, 20)).join('')
  const water =
    ground.water === undefined
      ? ''
      : `<path d="${ground.water}" fill="#a9cfdc" stroke="#8fbccb" stroke-width="3"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${height * 2}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${colours.grass}"/>${mown}${water}${fields}<g fill="none" stroke-linecap="round" stroke-linejoin="round">${edges}${lanes}</g>${greens}${trees}${buildings}${names}</svg>`
}

function drawName(x: number, y: number, text: string, angle: number, size: number): string {
  const font = `font-family="DejaVu Sans, sans-serif" font-weight="bold" font-size="${size}" text-anchor="middle" transform="rotate(${angle} ${x} ${y})"`
  return `<text x="${x}" y="${y}" ${font} stroke="#f7f2e6" stroke-width="4" stroke-linejoin="round" fill="none">${text}</text><text x="${x}" y="${y}" ${font} fill="${colours.ink}">${text}</text>`
}

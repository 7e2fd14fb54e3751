// Draws cars from the side as SVG: body shapes, paint, coachlines, wheels and the ground that they stand on.

export type BodyShape =
  | 'coupe'
  | 'saloon'
  | 'estate'
  | 'roadster'
  | 'pickup'
  | 'tourer'
  | 'van'
  | 'beetle'
  | 'racer'
  | 'finned'

export interface CarLook {
  readonly shape: BodyShape
  readonly paint: string
  /** A second paint for the roof or the upper half. */
  readonly roof?: string
  readonly coachline: string
  /** Shown on a roundel on the door. */
  readonly number?: string
}

interface Body {
  /** Nose to the right; the ground is y = 0, upwards is negative. */
  readonly body: string
  /** What the second paint covers. */
  readonly roof?: string
  readonly glass: readonly string[]
  readonly wheels: readonly (readonly [x: number, radius: number])[]
  readonly spokes?: boolean
  readonly coachline: string
  readonly roundel: readonly [x: number, y: number]
  readonly details?: (look: CarLook) => string
  /** Drawn over wheels: mudguards. */
  readonly over?: (look: CarLook) => string
}

const ink = '#1d2429'
const glass = '#dfe9ec'
const chrome = '#e9edee'

const bodies: Readonly<Record<BodyShape, Body>> = {
  coupe: {
    body: 'M8 -62 C0 -98 22 -122 88 -128 C140 -164 200 -178 262 -178 C316 -178 352 -156 390 -126 C470 -122 540 -110 560 -88 C566 -76 562 -58 554 -46 L14 -46 Z',
    glass: [
      'M128 -128 C168 -153 206 -165 246 -166 L246 -126 Z',
      'M260 -166 C302 -165 334 -150 362 -125 L260 -126 Z',
    ],
    wheels: [
      [116, 50],
      [448, 50],
    ],
    coachline: 'M12 -96 C120 -106 420 -104 556 -86',
    roundel: [252, -88],
    details: () => lamp(548, -92) + bumper(550, -62) + bumper(-2, -62),
  },
  saloon: {
    body: 'M10 -56 C4 -108 14 -122 42 -125 L116 -130 C138 -176 160 -194 202 -195 L322 -195 C354 -193 376 -170 402 -133 L504 -124 C548 -119 560 -104 560 -56 L554 -46 L14 -46 Z',
    roof: 'M116 -130 C138 -176 160 -194 202 -195 L322 -195 C354 -193 376 -170 402 -133 L116 -131 Z',
    glass: [
      'M138 -133 C154 -167 172 -179 202 -180 L250 -180 L250 -133 Z',
      'M264 -180 L320 -180 C342 -178 358 -160 380 -133 L264 -133 Z',
    ],
    wheels: [
      [118, 48],
      [446, 48],
    ],
    coachline: 'M12 -104 L556 -102',
    roundel: [270, -90],
    details: () => lamp(546, -100) + bumper(550, -64) + bumper(-4, -64),
  },
  estate: {
    body: 'M8 -56 L8 -152 C10 -182 30 -196 62 -198 L326 -198 C358 -196 380 -172 406 -134 L506 -124 C550 -119 560 -104 560 -56 L554 -46 L12 -46 Z',
    glass: [
      'M30 -137 C32 -167 42 -181 66 -182 L132 -182 L132 -137 Z',
      'M146 -182 L248 -182 L248 -137 L146 -137 Z',
      'M262 -182 L324 -182 C346 -180 362 -162 384 -137 L262 -137 Z',
    ],
    wheels: [
      [122, 48],
      [446, 48],
    ],
    coachline: 'M12 -108 L554 -104',
    roundel: [300, -92],
    details: () =>
      `<path d="M60 -206 H300 M90 -206 V-198 M180 -206 V-198 M270 -206 V-198" stroke="${chrome}" stroke-width="5" fill="none"/>` +
      lamp(546, -100) +
      bumper(550, -64) +
      bumper(-4, -64),
  },
  roadster: {
    body: 'M8 -64 C2 -104 40 -121 134 -124 L196 -120 C208 -108 268 -106 286 -120 L336 -126 L502 -117 C548 -110 562 -92 558 -60 L552 -46 L14 -46 Z',
    glass: [],
    wheels: [
      [116, 50],
      [450, 50],
    ],
    spokes: true,
    coachline: 'M16 -92 C120 -106 420 -104 554 -92',
    roundel: [272, -82],
    details: () =>
      `<path d="M198 -120 C190 -150 206 -156 220 -150 L232 -114 Z" fill="#6d2f23"/>` +
      `<path d="M322 -124 L292 -172" stroke="${chrome}" stroke-width="7" stroke-linecap="round"/>` +
      `<path d="M316 -126 L294 -164 L300 -126 Z" fill="${glass}" opacity=".8"/>` +
      `<path d="M268 -112 L282 -134" stroke="${ink}" stroke-width="6" stroke-linecap="round"/>` +
      lamp(546, -94) +
      bumper(548, -62),
  },
  pickup: {
    body: 'M8 -56 L8 -130 L222 -130 L228 -182 C232 -197 252 -201 282 -201 L334 -199 C358 -195 368 -172 384 -137 L512 -128 C552 -122 560 -106 560 -56 L554 -46 L12 -46 Z',
    glass: ['M246 -137 L250 -178 C252 -185 258 -187 272 -187 L324 -186 C342 -183 350 -166 362 -137 Z'],
    wheels: [
      [122, 52],
      [450, 52],
    ],
    coachline: 'M12 -104 L556 -104',
    roundel: [300, -92],
    details: () =>
      `<path d="M226 -130 V-50" stroke="${ink}" stroke-opacity=".35" stroke-width="4"/>` +
      `<path d="M20 -130 V-146 H214 V-130" fill="none" stroke="#8a6a43" stroke-width="9"/>` +
      lamp(546, -104) +
      bumper(550, -62) +
      bumper(-4, -62),
  },
  tourer: {
    body: 'M66 -66 L64 -172 C66 -204 86 -214 118 -214 L300 -214 C314 -214 320 -206 320 -194 L324 -142 L470 -136 C490 -134 496 -122 496 -100 L496 -62 Z',
    roof: 'M64 -172 C66 -204 86 -214 118 -214 L300 -214 C314 -214 320 -206 320 -194 L321 -178 Z',
    glass: ['M88 -194 H182 V-140 H88 Z', 'M198 -194 H300 V-140 H198 Z'],
    wheels: [
      [122, 58],
      [470, 58],
    ],
    spokes: true,
    coachline: 'M68 -124 L322 -124 L494 -118',
    roundel: [246, -96],
    details: () =>
      `<path d="M496 -140 V-62" stroke="${chrome}" stroke-width="10" stroke-linecap="round"/>` +
      `<circle cx="512" cy="-128" r="18" fill="${chrome}"/><circle cx="517" cy="-128" r="13" fill="#f7e8b7"/>` +
      `<path d="M340 -128 V-78 M360 -128 V-78 M380 -128 V-78 M400 -128 V-78" stroke="${ink}" stroke-opacity=".3" stroke-width="4"/>`,
    over: ({ roof, paint }) =>
      `<path d="M40 -54 C44 -128 150 -146 196 -58 L376 -44 C398 -132 522 -146 552 -66 L534 -62 C508 -112 428 -112 408 -36 L184 -42 C152 -110 76 -106 62 -52 Z" fill="${shade(roof ?? paint, -0.35)}"/>`,
  },
  van: {
    body: 'M18 -58 L18 -196 C20 -226 40 -238 82 -240 L470 -240 C504 -238 522 -216 536 -154 L550 -104 L552 -58 L546 -44 L22 -44 Z',
    roof: 'M18 -150 L18 -196 C20 -226 40 -238 82 -240 L470 -240 C504 -238 522 -216 536 -154 Z',
    glass: [
      'M46 -160 V-208 H128 V-160 Z',
      'M144 -208 H242 V-160 H144 Z',
      'M258 -208 H356 V-160 H258 Z',
      'M374 -208 H462 C480 -206 494 -192 506 -160 H374 Z',
    ],
    wheels: [
      [126, 48],
      [444, 48],
    ],
    coachline: 'M20 -146 L540 -142',
    roundel: [300, -98],
    details: () => lamp(540, -108) + bumper(544, -62) + bumper(4, -62),
  },
  beetle: {
    body: 'M18 -58 C18 -104 44 -122 66 -130 C104 -192 184 -212 250 -212 C322 -212 364 -182 396 -136 C456 -130 518 -118 540 -70 L540 -50 L22 -48 Z',
    glass: [
      'M112 -136 C136 -176 184 -195 232 -196 L232 -136 Z',
      'M248 -196 C306 -194 344 -172 366 -136 L248 -136 Z',
    ],
    wheels: [
      [118, 50],
      [438, 50],
    ],
    coachline: 'M40 -112 C160 -118 380 -118 506 -108',
    roundel: [246, -92],
    details: () => lamp(522, -88) + bumper(540, -58) + bumper(4, -58),
    over: ({ paint }) =>
      `<path d="M44 -44 C48 -120 180 -124 196 -44 L176 -44 C166 -92 78 -92 66 -44 Z M362 -44 C370 -122 520 -128 526 -48 L494 -44 C484 -92 396 -92 384 -44 Z" fill="${shade(paint, -0.18)}"/>`,
  },
  racer: {
    body: 'M2 -74 C44 -116 132 -130 202 -130 L216 -148 C236 -158 250 -150 254 -128 L330 -124 C420 -120 520 -104 566 -74 C560 -58 520 -50 470 -48 L80 -48 C40 -50 8 -60 2 -74 Z',
    glass: ['M300 -126 C290 -146 282 -152 272 -152 L266 -128 Z'],
    wheels: [
      [112, 58],
      [462, 58],
    ],
    spokes: true,
    coachline: 'M18 -82 C160 -98 420 -96 556 -78',
    roundel: [178, -92],
    details: () =>
      `<circle cx="254" cy="-158" r="20" fill="#7a4a2b"/><path d="M234 -160 A20 20 0 0 1 274 -160 Z" fill="#f2ead6"/>` +
      `<path d="M330 -104 H440 M340 -92 H430" stroke="${ink}" stroke-opacity=".4" stroke-width="5"/>`,
  },
  finned: {
    body: 'M2 -72 L4 -150 C30 -150 60 -138 96 -134 L130 -134 C150 -174 176 -190 216 -191 L318 -191 C350 -189 374 -168 400 -134 L520 -128 C556 -124 566 -104 564 -70 L556 -46 L10 -46 Z',
    roof: 'M130 -134 C150 -174 176 -190 216 -191 L318 -191 C350 -189 374 -168 400 -134 Z',
    glass: [
      'M150 -137 C166 -166 186 -177 216 -178 L252 -178 L252 -137 Z',
      'M266 -178 L316 -178 C340 -176 356 -160 378 -137 L266 -137 Z',
    ],
    wheels: [
      [118, 48],
      [448, 48],
    ],
    coachline: 'M6 -120 L240 -100 L560 -98',
    roundel: [300, -84],
    details: () =>
      `<path d="M4 -148 L14 -120 L4 -114 Z" fill="#c23b2e"/>` +
      lamp(548, -100) +
      bumper(550, -64) +
      bumper(-6, -62),
  },
}

function lamp(x: number, y: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="8" ry="12" fill="#f7e8b7"/>`
}

function bumper(x: number, y: number): string {
  return `<rect x="${x}" y="${y}" width="18" height="9" rx="4.5" fill="${chrome}"/>`
}

function drawWheel(x: number, radius: number, hasSpokes: boolean): string {
  const y = -radius
  const rim = radius * 0.56
  const spokes = Array.from({ length: 12 }, (_, at) => {
    const angle = (at * Math.PI) / 6
    const [dx, dy] = [Math.cos(angle) * rim, Math.sin(angle) * rim]
    return `M${round(x - dx)} ${round(y - dy)} L${round(x + dx)} ${round(y + dy)}`
  }).join(' ')
  const inner = hasSpokes
    ? `<circle cx="${x}" cy="${y}" r="${rim}" fill="#39434a"/><path d="${spokes}" stroke="${chrome}" stroke-width="2.4"/><circle cx="${x}" cy="${y}" r="${rim}" fill="none" stroke="${chrome}" stroke-width="4"/><circle cx="${x}" cy="${y}" r="7" fill="${chrome}"/>`
    : `<circle cx="${x}" cy="${y}" r="${rim}" fill="${chrome}"/><circle cx="${x}" cy="${y}" r="${rim * 0.62}" fill="#b9c2c6"/><circle cx="${x}" cy="${y}" r="${rim * 0.3}" fill="${ink}"/>`
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${ink}"/><circle cx="${x}" cy="${y}" r="${radius * 0.72}" fill="none" stroke="#e8e3d6" stroke-opacity=".16" stroke-width="5"/>${inner}`
}

/** The car as a group: its ground line at (x, y), its length 566 × scale. */
export function drawCar(look: CarLook, x: number, y: number, scale: number): string {
  const shape = bodies[look.shape]
  const arches = shape.wheels
    .map(
      ([at, radius]) =>
        `<circle cx="${at}" cy="${-radius}" r="${radius + 8}" fill="${shade(look.paint, -0.5)}"/>`,
    )
    .join('')
  const clip = `c${hash(JSON.stringify([look, x, y]))}`
  const roundel =
    look.number === undefined
      ? ''
      : `<circle cx="${shape.roundel[0]}" cy="${shape.roundel[1]}" r="30" fill="#fbf8f0"/><text x="${shape.roundel[0]}" y="${shape.roundel[1] + 13}" text-anchor="middle" font-family="DejaVu Sans Condensed, DejaVu Sans, sans-serif" font-weight="bold" font-size="${look.number.length > 2 ? 28 : 36}" fill="${ink}">${look.number}</text>`
  return `<g transform="translate(${x} ${y}) scale(${scale})">
<ellipse cx="283" cy="0" rx="296" ry="12" fill="#0d1418" opacity=".26"/>
<clipPath id="${clip}"><path d="${shape.body}"/></clipPath>
<path d="${shape.body}" fill="${look.paint}"/>
<g clip-path="url(#${clip})">
${look.roof !== undefined && shape.roof !== undefined ? `<path d="${shape.roof}" fill="${look.roof}"/>` : ''}
<rect x="-10" y="-74" width="600" height="40" fill="#0d1418" opacity=".16"/>
<path d="${shape.coachline}" transform="translate(0 -14)" stroke="#fff" stroke-opacity=".26" stroke-width="7" fill="none"/>
${arches}
</g>
${shape.glass.map((pane) => `<path d="${pane}" fill="${glass}"/>`).join('')}
<path d="${shape.coachline}" stroke="${look.coachline}" stroke-width="4" fill="none"/>
<path d="${shape.coachline}" transform="translate(0 7)" stroke="${look.coachline}" stroke-width="1.6" fill="none"/>
${shape.details?.(look) ?? ''}
${shape.wheels.map(([at, radius]) => drawWheel(at, radius, shape.spokes === true)).join('')}
${shape.over?.(look) ?? ''}
${roundel}
</g>`
}

/** Lighter above 0, darker below; 1 is white, -1 is black. */
export function shade(colour: string, amount: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const target = amount < 0 ? 0 : 255
  return `#${channels
    .map((channel) => Math.round(channel + (target - channel) * Math.abs(amount)))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

export function hash(text: string): number {
  let value = 2166136261
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619)
  return value >>> 0
}

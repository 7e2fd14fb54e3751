// Draws what the demo clubs show: posters, cars in the country, avatars, goods and the clubs' badges, as SVG.
import { type CarLook, drawCar, hash, round, shade } from './drawCar.ts'

interface Palette {
  readonly sky: string
  readonly sun: string
  readonly far: string
  readonly near: string
  readonly tree: string
  readonly verge: string
  readonly road: string
}

const palettes: readonly Palette[] = [
  {
    sky: '#e9dfc3',
    sun: '#d9a441',
    far: '#86a085',
    near: '#436b55',
    tree: '#19332a',
    verge: '#f0e4c2',
    road: '#24333c',
  },
  {
    sky: '#cfdfe6',
    sun: '#f4ecd2',
    far: '#9db8b4',
    near: '#6f9272',
    tree: '#2d4a3a',
    verge: '#e3dcc3',
    road: '#39444a',
  },
  {
    sky: '#f0d9c8',
    sun: '#d8734a',
    far: '#b78f8a',
    near: '#7c6663',
    tree: '#3f3038',
    verge: '#ead2b4',
    road: '#35303a',
  },
  {
    sky: '#dbe4df',
    sun: '#f1d9a0',
    far: '#a9b9a0',
    near: '#8a9a63',
    tree: '#40502f',
    verge: '#e9e2c6',
    road: '#40474a',
  },
  {
    sky: '#e6d6c0',
    sun: '#c9893c',
    far: '#c0985f',
    near: '#9a6a3c',
    tree: '#5a3420',
    verge: '#efdfbd',
    road: '#3a3432',
  },
  {
    sky: '#d3dfe9',
    sun: '#f6e7c4',
    far: '#8fa6b8',
    near: '#5d7d86',
    tree: '#27434d',
    verge: '#e7e1d0',
    road: '#303c44',
  },
]

function findPalette(seed: number): Palette {
  const [first] = palettes
  if (first === undefined) throw new Error('there are no palettes')
  return palettes[seed % palettes.length] ?? first
}

function frame(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

/** A poplar: a tall body and a stem; its foot at (x, y). */
function drawPoplar(x: number, y: number, height: number, colour: string): string {
  const half = height * 0.14
  return `<path d="M${x} ${y - height} C${x + half * 1.5} ${y - height * 0.66} ${x + half * 1.2} ${y - height * 0.2} ${x + half * 0.8} ${y - height * 0.08} L${x - half * 0.8} ${y - height * 0.08} C${x - half * 1.2} ${y - height * 0.2} ${x - half * 1.5} ${y - height * 0.66} ${x} ${y - height} Z" fill="${colour}"/><path d="M${x} ${y - height * 0.1} V${y}" stroke="${colour}" stroke-width="${round(half * 0.4)}"/>`
}

function drawOak(x: number, y: number, size: number, colour: string): string {
  return `<path d="M${x} ${y} V${y - size * 0.5}" stroke="${shade(colour, -0.3)}" stroke-width="${round(size * 0.09)}"/><circle cx="${x}" cy="${y - size * 0.68}" r="${size * 0.34}" fill="${colour}"/><circle cx="${x - size * 0.26}" cy="${y - size * 0.52}" r="${size * 0.24}" fill="${shade(colour, -0.08)}"/><circle cx="${x + size * 0.27}" cy="${y - size * 0.54}" r="${size * 0.25}" fill="${shade(colour, 0.06)}"/>`
}

function drawMarquee(x: number, y: number, width: number, stripe: string): string {
  const height = width * 0.5
  const stripes = Array.from({ length: 7 }, (_, at) =>
    at % 2 === 0
      ? `<path d="M${round(x + (at * width) / 7)} ${y - height * 0.55} h${round(width / 7)} v${round(height * 0.55)} h${round(-width / 7)} Z" fill="${stripe}"/>`
      : '',
  ).join('')
  return `<rect x="${x}" y="${y - height * 0.55}" width="${width}" height="${height * 0.55}" fill="#f7f1e1"/>${stripes}<path d="M${x - width * 0.05} ${y - height * 0.52} L${x + width / 2} ${y - height * 1.1} L${x + width * 1.05} ${y - height * 0.52} Z" fill="#f7f1e1"/><path d="M${x + width * 0.28} ${y - height * 0.52} L${x + width / 2} ${y - height * 1.1} L${x + width * 0.72} ${y - height * 0.52} Z" fill="${stripe}"/><path d="M${x + width / 2} ${y - height * 1.1} v${-height * 0.3} l${width * 0.14} ${height * 0.09} l${-width * 0.14} ${height * 0.08}" fill="${stripe}" stroke="#3a3432" stroke-width="1.5"/>`
}

function drawBunting(x1: number, x2: number, y: number, drop: number, colours: readonly string[]): string {
  const count = Math.max(4, Math.round((x2 - x1) / 44))
  const at = (t: number): [number, number] => [x1 + (x2 - x1) * t, y + drop * 4 * t * (1 - t)]
  const flags = Array.from({ length: count }, (_, index) => {
    const [ax, ay] = at((index + 0.12) / count)
    const [bx, by] = at((index + 0.88) / count)
    const colour = colours[index % colours.length] ?? '#a5201d'
    return `<path d="M${round(ax)} ${round(ay)} L${round(bx)} ${round(by)} L${round((ax + bx) / 2)} ${round((ay + by) / 2 + 34)} Z" fill="${colour}"/>`
  }).join('')
  return `<path d="M${x1} ${y} Q${(x1 + x2) / 2} ${y + drop * 2} ${x2} ${y}" stroke="#3a3432" stroke-opacity=".5" stroke-width="2" fill="none"/>${flags}`
}

/** The demo show's poster: sun, hills, marquees, bunting, and the club's red coupé on the road. */
export function drawShowPoster(): string {
  const [p] = palettes
  if (p === undefined) throw new Error('there are no palettes')
  const stripes = Array.from(
    { length: 9 },
    (_, at) => `<rect x="${40 + at * 190}" y="846" width="104" height="10" fill="${p.verge}"/>`,
  ).join('')
  const rays = Array.from({ length: 22 }, (_, at) => {
    const angle = (at / 22) * Math.PI * 2
    return `M1130 330 L${round(1130 + Math.cos(angle - 0.05) * 1400)} ${round(330 + Math.sin(angle - 0.05) * 1400)} L${round(1130 + Math.cos(angle + 0.05) * 1400)} ${round(330 + Math.sin(angle + 0.05) * 1400)} Z`
  }).join(' ')
  return frame(
    1600,
    900,
    `<rect width="1600" height="900" fill="${p.sky}"/>
<path d="${rays}" fill="#f3e9cd" opacity=".6"/>
<circle cx="1130" cy="330" r="216" fill="${p.sun}"/>
<path d="M0 520 C200 400 420 360 640 420 C860 480 1020 560 1240 520 C1400 492 1520 430 1600 390 V900 H0 Z" fill="${p.far}"/>
<path d="M0 610 C180 560 420 540 660 570 C900 600 1180 640 1600 540 V900 H0 Z" fill="#5f8569"/>
${drawMarquee(1180, 640, 190, '#a5201d')}${drawMarquee(1392, 652, 130, '#19332a')}
<path d="M0 676 C240 620 520 610 820 640 C1120 668 1400 660 1600 620 V900 H0 Z" fill="${p.near}"/>
${drawPoplar(150, 742, 330, p.tree)}${drawPoplar(228, 746, 250, '#22443a')}${drawPoplar(296, 744, 190, p.tree)}
${drawPoplar(1478, 742, 270, p.tree)}${drawPoplar(1546, 744, 350, '#22443a')}
${drawCar({ shape: 'tourer', paint: '#24405a', roof: '#1b2a38', coachline: '#d9a441' }, 830, 726, 0.34)}
${drawCar({ shape: 'beetle', paint: '#d7cdb0', coachline: '#436b55' }, 1060, 728, 0.34)}
<rect y="736" width="1600" height="18" fill="${p.verge}"/>
<rect y="752" width="1600" height="148" fill="${p.road}"/>${stripes}
${drawBunting(-20, 800, 34, 74, ['#a5201d', '#f7f1e1', '#19332a', '#d9a441'])}
${drawBunting(800, 1620, 34, 64, ['#19332a', '#f7f1e1', '#a5201d', '#d9a441'])}
${drawCar({ shape: 'coupe', paint: '#a5201d', coachline: '#f3e6c4', number: '14' }, 330, 812, 1.32)}`,
  )
}

/** The run in the autumn: a lane between oaks. */
export function drawLanesPoster(): string {
  const p = findPalette(4)
  return frame(
    1600,
    900,
    `<rect width="1600" height="900" fill="${p.sky}"/><circle cx="420" cy="300" r="150" fill="${p.sun}"/>
<path d="M0 520 C300 420 620 470 900 520 C1180 568 1400 480 1600 450 V900 H0 Z" fill="${p.far}"/>
<path d="M0 640 C400 560 1100 680 1600 560 V900 H0 Z" fill="${p.near}"/>
${[120, 330, 1180, 1370, 1530].map((x, at) => drawOak(x, 706 - (at % 2) * 26, 250 + (at % 3) * 40, ['#b5682c', '#8f4a22', '#c98a35'][at % 3] ?? '#b5682c')).join('')}
<rect y="716" width="1600" height="16" fill="${p.verge}"/><rect y="730" width="1600" height="170" fill="${p.road}"/>
${drawCar({ shape: 'roadster', paint: '#1f4a3a', coachline: '#e8cf8d' }, 120, 800, 0.98)}
${drawCar({ shape: 'saloon', paint: '#274b73', roof: '#e6e1d2', coachline: '#e6e1d2' }, 860, 806, 1.0)}`,
  )
}

/** The second club's poster: two small cars by the sea. */
export function drawCoastPoster(): string {
  const waves = Array.from(
    { length: 7 },
    (_, at) =>
      `<path d="M${-80 + (at % 2) * 60} ${486 + at * 22} ${'q40 -16 80 0 t80 0 '.repeat(12)}" stroke="#e6f0f2" stroke-opacity=".55" stroke-width="5" fill="none"/>`,
  ).join('')
  return frame(
    1600,
    900,
    `<rect width="1600" height="900" fill="#bfe0ea"/><circle cx="300" cy="230" r="130" fill="#ffd23f"/>
<path d="M1180 220 q60 -60 120 -10 q60 -20 80 30 h-220 q-10 -20 20 -20 Z M620 160 q44 -44 90 -8 q44 -14 60 22 h-166 q-6 -14 16 -14 Z" fill="#fff" opacity=".9"/>
<rect y="460" width="1600" height="220" fill="#3d8fa8"/>${waves}
<path d="M1290 462 V300 h56 V462 Z" fill="#f6f3ea"/><path d="M1290 400 h56 v30 h-56 Z M1290 340 h56 v28 h-56 Z" fill="#d8402e"/><path d="M1280 300 h76 l-12 -40 h-52 Z" fill="#35424a"/><rect x="1304" y="266" width="28" height="30" fill="#ffd23f"/>
<path d="M1130 470 C1240 440 1420 440 1600 470 V520 H1080 Z" fill="#7c8f6a"/>
<path d="M0 610 C300 560 700 640 1600 600 V900 H0 Z" fill="#e8d6a4"/>
<rect y="730" width="1600" height="170" fill="#4a545a"/><rect y="718" width="1600" height="14" fill="#f6f3ea"/>
${Array.from({ length: 9 }, (_, at) => `<rect x="${30 + at * 190}" y="846" width="104" height="10" fill="#ffd23f"/>`).join('')}
${drawCar({ shape: 'beetle', paint: '#d8402e', coachline: '#ffffff', number: '7' }, 170, 806, 0.92)}
${drawCar({ shape: 'van', paint: '#1b6e8a', roof: '#f6f3ea', coachline: '#f6f3ea' }, 860, 808, 0.98)}`,
  )
}

/** One car in the country, as its owner would photograph it; the seed chooses light and landscape. */
export function drawCarPicture(look: CarLook, seed: string, width = 1000, height = 750): string {
  const value = hash(seed)
  const p = findPalette(value)
  const ground = height * 0.8
  const scale = (width * 0.76) / 566
  const sunX = width * (0.15 + ((value >>> 3) % 70) / 100)
  const trees = Array.from({ length: 2 + (value % 4) }, (_, at) => {
    const x = width * (((value >>> (at * 3)) % 97) / 97)
    const size = height * (0.2 + ((value >>> (at + 5)) % 10) / 60)
    return (value >>> 7) % 2 === 0
      ? drawPoplar(round(x), ground - 26, size, p.tree)
      : drawOak(round(x), ground - 24, size, p.tree)
  }).join('')
  const lift = height * (0.02 + ((value >>> 9) % 9) / 100)
  return frame(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="${p.sky}"/>
<circle cx="${round(sunX)}" cy="${round(height * 0.26)}" r="${round(width * 0.09)}" fill="${p.sun}"/>
<path d="M0 ${height * 0.56 + lift} C${width * 0.25} ${height * 0.42} ${width * 0.5} ${height * 0.6} ${width * 0.75} ${height * 0.5 + lift} C${width * 0.88} ${height * 0.45} ${width * 0.95} ${height * 0.46} ${width} ${height * 0.44} V${height} H0 Z" fill="${p.far}"/>
<path d="M0 ${height * 0.66} C${width * 0.3} ${height * 0.58 + lift} ${width * 0.62} ${height * 0.72} ${width} ${height * 0.62} V${height} H0 Z" fill="${p.near}"/>
${trees}
<rect y="${ground - 24}" width="${width}" height="14" fill="${p.verge}"/>
<rect y="${ground - 12}" width="${width}" height="${height - ground + 12}" fill="${p.road}"/>
<rect y="${height - 46}" width="${width}" height="46" fill="${shade(p.road, -0.18)}"/>
${drawCar(look, round(width * 0.12), round(ground + height * 0.06), round(scale * 100) / 100)}`,
  )
}

/** A driver's head: skin, hair, cap or goggles by the seed. */
export function drawAvatar(seed: string): string {
  const value = hash(seed)
  const skin = ['#f1c9a5', '#d9a47a', '#a8744f', '#7b4f35', '#e8b48f'][value % 5] ?? '#d9a47a'
  const hair = ['#2b2320', '#6a4a2f', '#b9b2a6', '#8c3d22', '#e0c07a'][(value >>> 3) % 5] ?? '#2b2320'
  const coat =
    ['#19332a', '#a5201d', '#24405a', '#8a6a43', '#4b3b57', '#2d6a6a'][(value >>> 6) % 6] ?? '#19332a'
  const back = ['#e9dfc3', '#cfdfe6', '#f0d9c8', '#dbe4df', '#e6d6c0'][(value >>> 9) % 5] ?? '#e9dfc3'
  const head = [
    `<path d="M112 182 C106 74 294 74 288 182 C276 150 124 150 112 182 Z" fill="${hair}"/>`,
    `<path d="M110 176 C112 92 288 92 290 176 Z" fill="${coat}"/><path d="M106 176 H312 C316 188 300 192 286 190 L110 190 Z" fill="${shade(coat, -0.25)}"/>`,
    `<path d="M110 190 C104 92 296 92 290 190 L278 160 H122 Z" fill="#6b4a30"/><rect x="126" y="146" width="64" height="42" rx="20" fill="#cfe3ea" stroke="#3a2a1c" stroke-width="8"/><rect x="210" y="146" width="64" height="42" rx="20" fill="#cfe3ea" stroke="#3a2a1c" stroke-width="8"/>`,
    `<path d="M104 250 C94 54 306 54 296 250 L276 250 C284 160 240 140 200 150 C160 140 116 160 124 250 Z" fill="${hair}"/>`,
  ][(value >>> 12) % 4]
  return frame(
    400,
    400,
    `<rect width="400" height="400" fill="${back}"/><path d="M60 400 C66 312 140 296 200 296 C260 296 334 312 340 400 Z" fill="${coat}"/>
<path d="M172 260 H228 V312 C214 330 186 330 172 312 Z" fill="${shade(skin, -0.12)}"/><ellipse cx="200" cy="204" rx="80" ry="92" fill="${skin}"/>${head}
<circle cx="172" cy="212" r="8" fill="#2b2320"/><circle cx="228" cy="212" r="8" fill="#2b2320"/>
<path d="M168 248 Q200 ${258 + (value % 3) * 8} 232 248" stroke="${shade(skin, -0.45)}" stroke-width="7" fill="none" stroke-linecap="round"/>`,
  )
}

/** The roundel of a club: letters on a band. */
export function drawBadge(letters: string, ground: string, band: string, letterColour: string): string {
  return frame(
    512,
    512,
    `<circle cx="256" cy="256" r="250" fill="${letterColour}"/><circle cx="256" cy="256" r="226" fill="${ground}"/><circle cx="256" cy="256" r="196" fill="${letterColour}"/><circle cx="256" cy="256" r="184" fill="${ground}"/>
<rect x="14" y="176" width="484" height="160" fill="${band}"/><path d="M14 172 H498 M14 340 H498" stroke="${letterColour}" stroke-width="10"/>
<text x="256" y="300" text-anchor="middle" font-family="DejaVu Sans, sans-serif" font-weight="bold" font-size="124" letter-spacing="6" fill="${letterColour}">${letters}</text>`,
  )
}

export type Goods = 'cap' | 'shirt' | 'mug' | 'plaque' | 'umbrella'

/** What the club's store sells, each with the club's colours on it. */
export function drawGoods(goods: Goods, main: string, second: string): string {
  const shapes: Readonly<Record<Goods, string>> = {
    cap: `<path d="M220 520 C210 300 380 240 520 250 C660 262 720 360 724 520 Z" fill="${main}"/><path d="M640 496 C760 480 860 520 880 560 C800 580 700 560 560 528 Z" fill="${shade(main, -0.25)}"/><path d="M220 520 H724" stroke="${second}" stroke-width="16"/><circle cx="500" cy="250" r="18" fill="${second}"/><circle cx="540" cy="400" r="62" fill="${second}"/><circle cx="540" cy="400" r="48" fill="${main}"/>`,
    shirt: `<path d="M300 220 L420 180 C460 230 540 230 580 180 L700 220 L800 360 L700 420 L680 380 V700 H320 V380 L300 420 L200 360 Z" fill="${main}"/><path d="M320 470 H680 M320 500 H680" stroke="${second}" stroke-width="14"/><circle cx="590" cy="330" r="44" fill="${second}"/>`,
    mug: `<path d="M300 240 H640 V620 C640 660 610 690 570 690 H370 C330 690 300 660 300 620 Z" fill="${main}"/><path d="M640 320 C780 310 780 560 640 550" stroke="${main}" stroke-width="42" fill="none"/><rect x="300" y="400" width="340" height="120" fill="${second}"/>${drawCar({ shape: 'coupe', paint: main, coachline: second }, 340, 505, 0.46)}`,
    plaque: `<circle cx="500" cy="450" r="250" fill="#b9925a"/><circle cx="500" cy="450" r="228" fill="${main}"/><circle cx="500" cy="450" r="206" fill="#ead8b0"/>${drawCar({ shape: 'tourer', paint: main, roof: shade(main, -0.3), coachline: second }, 330, 540, 0.6)}<path d="M340 580 H660" stroke="${main}" stroke-width="10"/>`,
    umbrella: `<path d="M180 460 C200 260 380 180 500 180 C620 180 800 260 820 460 C780 420 720 420 660 460 C620 420 560 420 500 460 C440 420 380 420 340 460 C280 420 220 420 180 460 Z" fill="${main}"/><path d="M500 180 C420 240 350 360 340 460 C380 420 440 420 500 460 C560 420 620 420 660 460 C650 360 580 240 500 180 Z" fill="${second}"/><path d="M500 440 V700 C500 760 580 760 580 700" stroke="#6b4a30" stroke-width="18" fill="none"/>`,
  }
  return frame(
    1000,
    900,
    `<rect width="1000" height="900" fill="#efe9dc"/><ellipse cx="500" cy="740" rx="300" ry="26" fill="#0d1418" opacity=".12"/>${shapes[goods]}`,
  )
}

/** A ticket of the show with its stub. */
export function drawTicket(main: string, second: string, car: CarLook): string {
  return frame(
    1200,
    600,
    `<rect width="1200" height="600" fill="#e6eaeb"/><path d="M60 80 H1140 V240 A40 40 0 0 0 1140 340 V520 H60 V340 A40 40 0 0 0 60 240 Z" fill="${main}"/><path d="M92 112 H868 V488 H92 Z" fill="none" stroke="${second}" stroke-width="5"/><path d="M900 92 V508" stroke="${second}" stroke-width="6" stroke-dasharray="4 20" stroke-linecap="round"/>
<circle cx="480" cy="292" r="128" fill="${second}" opacity=".22"/>${drawCar(car, 196, 404, 1)}
<path d="M960 180 h120 M960 230 h120 M960 280 h120 M960 330 h120" stroke="${second}" stroke-width="14"/><circle cx="1020" cy="430" r="44" fill="none" stroke="${second}" stroke-width="12"/>`,
  )
}

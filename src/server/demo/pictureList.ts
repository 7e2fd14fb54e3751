// Every picture of the demo clubs by its name.
import { listShowCars, pick } from './cars.ts'
import type { BodyShape, CarLook } from './drawCar.ts'
import { hash } from './drawCar.ts'
import type { MapGround } from './drawMap.ts'
import {
  drawAvatar,
  drawBadge,
  drawCarPicture,
  drawCoastPoster,
  drawGoods,
  drawLanesPoster,
  drawShowPoster,
  drawTicket,
  type Goods,
} from './drawScene.ts'
import { avenueGround, paddockGround, southGround } from './fairground.ts'

export interface DemoPicture {
  readonly name: string
  readonly svg: string
  readonly quality: number
}

export const rideCount = 12
export const avatarCount = 14
export const storeGoods: readonly Goods[] = ['cap', 'shirt', 'mug', 'plaque', 'umbrella']

const rideShapes: readonly BodyShape[] = [
  'coupe',
  'estate',
  'roadster',
  'pickup',
  'saloon',
  'tourer',
  'van',
  'finned',
  'beetle',
  'racer',
  'coupe',
  'roadster',
]
const ridePaints = [
  '#a8231d',
  '#b8892c',
  '#1f4a3a',
  '#3d6b7a',
  '#22395a',
  '#5f1f2d',
  '#c2703a',
  '#7fae9c',
  '#ded6c2',
  '#2b4f8a',
  '#553a5e',
  '#8fb3c4',
]

export function findRideLook(at: number): CarLook {
  const paint = pick(ridePaints, at)
  return { shape: pick(rideShapes, at), paint, coachline: hash(paint) % 2 === 0 ? '#f3e6c4' : '#2a2320' }
}

export function listPictures(drawMap: (ground: MapGround) => string): DemoPicture[] {
  const photo = (name: string, svg: string, quality = 74): DemoPicture => ({ name, svg, quality })
  return [
    photo('poster', drawShowPoster(), 80),
    photo('poster-lanes', drawLanesPoster(), 78),
    photo('poster-coast', drawCoastPoster(), 78),
    photo('logo', drawBadge('AH', '#19332a', '#a5201d', '#f3e6c4'), 86),
    photo('logo-coast', drawBadge('SM', '#ffd23f', '#1b6e8a', '#ffffff'), 86),
    photo('map-south', drawMap(southGround), 72),
    photo('map-avenue', drawMap(avenueGround), 72),
    photo('map-paddock', drawMap(paddockGround), 72),
    photo(
      'ticket-both',
      drawTicket('#19332a', '#f3e6c4', { shape: 'coupe', paint: '#a5201d', coachline: '#f3e6c4' }),
    ),
    photo(
      'ticket-day',
      drawTicket('#8a3b1f', '#f6e6cc', { shape: 'roadster', paint: '#22395a', coachline: '#f6e6cc' }),
    ),
    photo(
      'ticket-camping',
      drawTicket('#24405a', '#e8eef1', {
        shape: 'van',
        paint: '#7fae9c',
        roof: '#f6f3ea',
        coachline: '#f6f3ea',
      }),
    ),
    ...storeGoods.map((goods) => photo(`store-${goods}`, drawGoods(goods, '#19332a', '#f3e6c4'))),
    ...Array.from({ length: rideCount }, (_, at) =>
      photo(`ride-${at + 1}`, drawCarPicture(findRideLook(at), `ride ${at * 7 + 3}`)),
    ),
    ...Array.from({ length: avatarCount }, (_, at) =>
      photo(`avatar-${at + 1}`, drawAvatar(`face ${at}`), 80),
    ),
    ...listShowCars().flatMap(({ picture, look, number }) =>
      picture === null ? [] : [photo(picture, drawCarPicture(look, `show ${number}`, 800, 600), 70)],
    ),
  ]
}

// The member's picture before it is sent: drawing it into the square that is sent.

/** Dots of the square. */
export const side = 400
export const mostZoom = 4

/** Where the picture lies in its square. With zoom 1 it is whole; x and y go from -1 to 1. */
export interface Place {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

export const whole: Place = { zoom: 1, x: 0, y: 0 }

/** How far it can be moved from the middle, in dots, each way. */
function findRoom(length: number, scale: number): number {
  return Math.max(0, (length * scale - side) / 2)
}

export function drawPicture(canvas: HTMLCanvasElement, image: HTMLImageElement, { zoom, x, y }: Place): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  const { naturalWidth, naturalHeight } = image
  const scale = (side / Math.max(naturalWidth, naturalHeight)) * zoom
  const [width, height] = [naturalWidth * scale, naturalHeight * scale]
  const left = (side - width) / 2 + x * findRoom(naturalWidth, scale)
  const top = (side - height) / 2 + y * findRoom(naturalHeight, scale)
  context.clearRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, left, top, width, height)
}

/** The place after a drag by so many dots of the square. */
export function movePlace(image: HTMLImageElement, place: Place, byX: number, byY: number): Place {
  const scale = (side / Math.max(image.naturalWidth, image.naturalHeight)) * place.zoom
  return {
    zoom: place.zoom,
    x: moveOne(place.x, byX, findRoom(image.naturalWidth, scale)),
    y: moveOne(place.y, byY, findRoom(image.naturalHeight, scale)),
  }
}

function moveOne(at: number, by: number, room: number): number {
  return room === 0 ? 0 : Math.min(1, Math.max(-1, at + by / room))
}

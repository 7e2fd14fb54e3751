// The patterns of spaces as small canvases, for the rivals on a 2D canvas.

function makePattern(ground: string, draw: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = 12
  canvas.height = 12
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = ground
    context.fillRect(0, 0, 12, 12)
    draw(context)
  }
  return canvas
}

const line = (colour: string, points: number[][]) => (context: CanvasRenderingContext2D) => {
  context.strokeStyle = colour
  context.lineWidth = 2.4
  context.beginPath()
  for (const [fromX = 0, fromY = 0, toX = 0, toY = 0] of points) {
    context.moveTo(fromX, fromY)
    context.lineTo(toX, toY)
  }
  context.stroke()
}

export function makePatterns(): Record<string, HTMLCanvasElement> {
  return {
    swap: makePattern(
      '#FFF3D6',
      line('#C98A1A', [
        [-1, 13, 13, -1],
        [-7, 7, 7, -7],
        [5, 19, 19, 5],
      ]),
    ),
    food: makePattern('#FFE4DE', (context) => {
      context.fillStyle = '#C4462F'
      context.beginPath()
      context.arc(6, 6, 2.5, 0, 7)
      context.fill()
    }),
    goods: makePattern(
      '#E1ECFA',
      line('#3F78BD', [
        [6, 0, 6, 12],
        [0, 6, 12, 6],
      ]),
    ),
    any: makePattern('#EFE9F6', line('#7A5BA6', [[0, 6, 12, 6]])),
  }
}

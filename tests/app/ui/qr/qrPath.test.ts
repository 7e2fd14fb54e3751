// The path of a QR code covers the dark modules, and nothing else.
import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { toQrPath } from '../../../../src/app/ui/qr/qrPath.ts'

/** Each run of the path as the modules that it covers. */
function fill(size: number, path: string): number[] {
  const modules = new Array<number>(size * size).fill(0)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = 0; at < Number(width); at += 1) modules[Number(y) * size + Number(x) + at] = 1
  }
  return modules
}

test('a path covers the dark modules of a real code', () => {
  const { modules } = QRCode.create('ABCD-EFGH-JKMN-PQRS', { errorCorrectionLevel: 'M' })
  const path = toQrPath(modules.size, modules.data)
  expect(path.replace(/M\d+ \d+h\d+v1h-\d+z/g, '')).toBe('')
  expect(fill(modules.size, path)).toEqual(Array.from(modules.data, (dark) => Number(dark !== 0)))
})

test('a run ends at the edge of its row', () => {
  expect(toQrPath(2, [0, 1, 1, 0])).toBe('M1 0h1v1h-1zM0 1h1v1h-1z')
})

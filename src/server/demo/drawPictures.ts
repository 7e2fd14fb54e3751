// Makes the demo's pictures anew: `node src/server/demo/drawPictures.ts`. What it writes is kept in git.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawMap } from './drawMap.ts'
import { listPictures } from './pictureList.ts'

const folder = join(import.meta.dirname, 'pictures')

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
let bytes = 0
for (const { name, svg, quality } of listPictures(drawMap)) {
  const picture = await sharp(Buffer.from(svg)).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
  await writeFile(join(folder, `${name}.webp`), picture)
  bytes += picture.length
}
process.stdout.write(`${Math.round(bytes / 1024)} kB\n`)

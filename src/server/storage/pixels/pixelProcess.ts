// A picture process. The server starts it with the memory that it may have.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'compile'))

const [{ decodePixels }, { servePixels }] = await Promise.all([
  import('./decodePixels.ts'),
  import('./servePixels.ts'),
])
servePixels(decodePixels, Number(process.argv[2]))

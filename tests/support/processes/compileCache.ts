import { join } from 'node:path'

/** For the environment of programs of ours: the import of the server's modules costs a third less with it. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', '..', '.cache', 'compile'),
} as const

// The server's clock as the worker knows it. It has no access to the pages' storage and learns with each
// start.
import { createClock } from '../src/offline/clock.ts'

export const clock = createClock(() => Date.now())

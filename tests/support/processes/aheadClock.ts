// Loaded into a server before its own code: the process's clock is ahead of the machine's.
import { ServerResponse } from 'node:http'

const RealDate = Date
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0)

class AheadDate extends RealDate {
  constructor(...given: [] | ConstructorParameters<typeof Date>) {
    if (given.length === 0) super(AheadDate.now())
    else super(...given)
  }
  static override now(): number {
    return RealDate.now() + aheadMs
  }
}
globalThis.Date = AheadDate as DateConstructor

// pages learn the time from this header, which Node writes by the machine's clock
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: Parameters<typeof writeHead>) {
  this.setHeader('date', new Date().toUTCString())
  return writeHead.apply(this, given)
} as typeof writeHead

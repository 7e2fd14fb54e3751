// A push service and a mail server that take everything and count it, in a process of their own. Says its ports
// as `Ports`, and answers each message with `Counts`.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pushServerCertificate, pushServerKey } from '../../support/alerts/pushCertificate.ts'
import { startMailServer } from '../../support/processes/mailServer.ts'

export interface Ports {
  readonly push: number
  readonly smtpUrl: string
}

export interface Counts {
  /** Messages, and the different devices and addresses that got them. */
  readonly pushes: number
  readonly devices: number
  readonly mails: number
  readonly addresses: number
}

const devices = new Map<string, number>()
let pushes = 0
const server = createServer({ key: pushServerKey, cert: pushServerCertificate }, (request, response) => {
  request.resume()
  request.on('end', () => {
    pushes += 1
    devices.set(request.url ?? '', (devices.get(request.url ?? '') ?? 0) + 1)
    response.writeHead(201).end()
  })
})
const mail = await startMailServer()
server.listen(0, '127.0.0.1', () => {
  const ports: Ports = { push: (server.address() as AddressInfo).port, smtpUrl: mail.url }
  process.send?.(ports)
})
process.on('message', () => {
  const counts: Counts = {
    pushes,
    devices: devices.size,
    mails: mail.received.length,
    addresses: new Set(mail.received.map(({ to }) => to.join())).size,
  }
  process.send?.(counts)
})

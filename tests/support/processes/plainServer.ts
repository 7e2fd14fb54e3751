// The baseline: a server in its own process that only sends the same bytes, until its input ends. Run as
// `node plainServer.ts <bytes>`; prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const body = Buffer.alloc(Number(process.argv[2]), 'x')
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(body.length) })
  response.end(body)
}).listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.stdin.resume().on('end', () => process.exit(0))

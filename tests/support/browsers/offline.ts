// Loaded into a test's server before its own code: names of the internet lead nowhere, or, with
// TEST_PUSH_SERVICE, to a push service on this machine.
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import tls from 'node:tls'
import { pushServerCertificate } from '../alerts/pushCertificate.ts'

const { lookup } = dns
const { connect } = tls
const port = Number(process.env.TEST_PUSH_SERVICE ?? 0)
const publicAddress = '142.250.1.95'

dns.lookup = ((host: string, options: object) => {
  if (host === 'localhost' || /^[\d.:]+$/.test(host)) return lookup(host, options)
  if (port > 0) return Promise.resolve([{ address: publicAddress, family: 4 }])
  return Promise.reject(Object.assign(new Error('a test has no internet'), { code: 'ENOTFOUND' }))
}) as typeof dns.lookup

tls.connect = ((options: tls.ConnectionOptions) =>
  options.host === publicAddress
    ? connect({ ...options, host: '127.0.0.1', port, ca: pushServerCertificate })
    : connect(options)) as typeof tls.connect
syncBuiltinESMExports()

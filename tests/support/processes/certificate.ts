// A certificate for localhost and its key, made by openssl for one test. Nothing else trusts it.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

export interface Certificate {
  readonly key: string
  readonly cert: string
  /** For NODE_EXTRA_CA_CERTS. */
  readonly path: string
}

export function makeCertificate(folder: string, name: string, days: number): Certificate {
  const [key, path] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)]
  execFileSync('openssl', ['req', '-x509', ...made, ...subject, '-keyout', key, '-out', path], {
    stdio: 'ignore',
  })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(path, 'utf8'), path }
}

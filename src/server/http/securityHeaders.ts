// The headers that tell a browser what our documents may do (rules/security 7.5).
import { onlyHttpsSeconds } from '../limits/times.ts'
import type { Config } from '../process/config.ts'

export const reportPath = '/reports/csp'

/**
 * For every answer. The policy is for those that are not documents, in case a browser is made to show one as a
 * document; documents replace it.
 */
export function createDefaultHeaders(config: Pick<Config, 'origin'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(config.origin.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${onlyHttpsSeconds}` }
      : {}),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** For every document: one policy for all, with the card provider's hosts only when keys are set. */
export function createDocumentHeaders(config: Pick<Config, 'cardKeys'>): Record<string, string> {
  return {
    'content-security-policy': createPolicy(config.cardKeys !== null),
    'content-security-policy-report-only': `require-trusted-types-for 'script'; report-uri ${reportPath}`,
    'permissions-policy':
      'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

export function createPolicy(hasCardKeys: boolean): string {
  const card = hasCardKeys ? ' https://js.stripe.com https://*.js.stripe.com' : ''
  return [
    "default-src 'none'",
    `script-src 'self'${card}`,
    // in the sandbox the card's frame comes from our own server
    hasCardKeys ? `frame-src${card} https://hooks.stripe.com` : "frame-src 'self'",
    `connect-src 'self'${hasCardKeys ? ' https://api.stripe.com' : ''}`,
    "img-src 'self' data: blob:",
    "style-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

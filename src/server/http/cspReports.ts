// What browsers report about our content security policy: only the rule, nothing of the page.
import type { FastifyInstance } from 'fastify'
import { policyReportsLogged } from '../limits/often.ts'
import { largestPolicyReportBytes } from '../limits/sizes.ts'
import type { EdgeParts } from './edgeContext.ts'
import { reportPath } from './securityHeaders.ts'

const directivePattern = /"(?:violated|effective)-?[dD]irective"\s*:\s*"([a-z -]{1,60})/

export function addReports(app: FastifyInstance, { log, elapsed }: EdgeParts): void {
  let windowEnd = 0
  let lines = 0
  app.post(reportPath, { config: { countedAs: 'probes' } }, (request, reply) => {
    let text = ''
    request.raw.setEncoding('utf8')
    request.raw.on('data', (chunk: string) => {
      if (text.length < largestPolicyReportBytes) text += chunk
    })
    request.raw.on('end', () => {
      if (elapsed() >= windowEnd) {
        windowEnd = elapsed() + policyReportsLogged.windowMs
        lines = 0
      }
      const directive = directivePattern.exec(text)?.[1]
      if (directive !== undefined && lines < policyReportsLogged.most) {
        lines += 1
        log.warn({ directive }, 'a page broke the content security policy')
      }
    })
    reply.code(204).send()
  })
}

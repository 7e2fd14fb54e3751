// `npm run doctor`: everything that an instance needs from its machine and from others, a line for each.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

enableCompileCache(join(import.meta.dirname, '..', '..', '.cache', 'compile'))

const { createOpenDataCheck } = await import('./checks/openData.ts')
const { runDoctor } = await import('./checks/doctor.ts')
const { readConfig } = await import('./checks/settings.ts')
const { ConfigFault } = await import('./process/config.ts')
const { createPrinter } = await import('./officers/terminal.ts')

const print = createPrinter(process.stdout)
const usage = `npm run -s doctor [-- --backups FOLDER]

Looks at settings, data, database, mail, cards, notifications, address and backups, and changes nothing.
Each line is good, a warning or a fault. The exit code is 1 if there is a fault.
`

async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { backups: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help === true) {
    print(usage)
    return 0
  }
  const config = readConfig(process.env)
  return runDoctor({
    config,
    env: process.env,
    backups: values.backups,
    checkOpenData: createOpenDataCheck(config),
    print,
  })
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const { code } = error as { code?: unknown }
  if (error instanceof ConfigFault) for (const each of error.faults) print(`fault    settings: ${each}\n`)
  else if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) print(usage)
  else throw error
  process.exitCode = error instanceof ConfigFault ? 1 : 2
}

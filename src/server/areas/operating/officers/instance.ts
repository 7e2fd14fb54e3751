// `club -- version`, and `club -- findings`: what the open database says of itself, for the doctor.
import { checkInside, type InsideCheck, insideChecks } from '../../../checks/inside.ts'
import { type Command, instanceWay } from '../../../officers/command.ts'
import { choice } from '../../../officers/options.ts'
import { ownVersion } from '../../../process/version.ts'

export const versionCommand: Command = {
  takes: 'instance',
  worksOnTables: 'any',
  alone: instanceWay({
    help: 'version                                 of the program, of the tables and of Node',
    async run({ services, print }) {
      const { version, commit } = ownVersion
      const tables = await services.database.readTablesState()
      const lines = [
        ['Showfield', version],
        ['commit', commit ?? 'not known: the program is no clone'],
        ['tables', tables.version ?? 'none yet'],
        ['database', services.database.engine === 'embedded' ? 'embedded' : 'PostgreSQL'],
        ['node', process.versions.node],
      ]
      print(lines.map(([name = '', value]) => `${name.padEnd(11)}${value}\n`).join(''))
    },
  }),
}

const names = Object.keys(insideChecks) as InsideCheck[]

export const findingsCommand: Command = {
  takes: 'instance',
  worksOnTables: 'any',
  alone: instanceWay({
    help: `findings [--about WORD]                 what the database says of itself, as 'npm run doctor' asks it`,
    options: { about: choice(names) },
    async run({ services, print }, { about }) {
      const found = await checkInside(services, about === undefined ? names : [about])
      print(`${JSON.stringify(found)}\n`)
    },
  }),
}

// Taxes in a club file: in percent, or in hundredths of a percent as earlier files have them, and never both.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toTaxRates } from '../../../src/domain/order.ts'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import { runClubCommand } from '../../../src/server/assembly/commands.ts'
import { getClub } from '../../../src/server/club/db/club.ts'
import { makeClubFile, runExport, runImport, setUpClubFiles } from '../../support/clubs/clubFiles.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

type Taxes = Pick<NonNullable<ClubFile['club']['settings']>, 'taxPercent' | 'taxRates'>

describeOnEachEngine("a club file's taxes", (engine) => {
  const { database, services, folder } = setUpClubFiles(engine)

  const write = (taxes: Taxes) => {
    const file = makeClubFile()
    return folder.write({ ...file, club: { ...file.club, settings: { ...file.club.settings, ...taxes } } })
  }
  const run = async (...args: string[]) => {
    let text = ''
    const code = await runClubCommand(services, args, (printed) => {
      text += printed
    })
    return { code, text }
  }
  async function take(taxes: Taxes) {
    const { tenant } = await runImport(services, write(taxes))
    const { settings } = await database.inTenant(tenant.id, getClub)
    return toTaxRates(settings)
  }

  it('are read in percent with three decimals, and in hundredths of a percent as before', async () => {
    const none = { membership: 0, event: 0, tickets: 0, products: 0 }
    expect(await take({ taxRates: { products: 825, tickets: 8 } })).toEqual({
      ...none,
      products: 8250,
      tickets: 80,
    })
    const first = await runExport(services, 'marlow', join(folder.path, 'first.json'))
    expect((JSON.parse(first) as ClubFile).club.settings?.taxRates).toMatchObject({
      products: 825,
      tickets: 8,
    })
    // the same in percent takes the place of it
    expect(await take({ taxPercent: { products: 8.25, event: 0.001, membership: 8.255 } })).toEqual({
      ...{ membership: 8255, event: 1, tickets: 0, products: 8250 },
    })
    const out = join(folder.path, 'out.json')
    const text = await runExport(services, 'marlow', out)
    expect((JSON.parse(text) as ClubFile).club.settings?.taxPercent).toMatchObject({
      products: 8.25,
      membership: 8.255,
    })
    expect(await runImport(services, out)).toMatchObject({ changed: 0, created: 0 })
    expect(await runExport(services, 'marlow', join(folder.path, 'again.json'))).toBe(text)
    expect(await take({})).toEqual(none)
  })

  it.each([
    [
      'both for one kind',
      { taxPercent: { products: 8 }, taxRates: { products: 800 } },
      'taxPercent.products: must not stand beside taxRates.products',
    ],
    [
      'a fourth decimal',
      { taxPercent: { event: 8.2505 } },
      'taxPercent.event: must be percent with at most 3 decimals',
    ],
    ['more than all', { taxPercent: { event: 100.5 } }, 'taxPercent.event: must be at most 100'],
    ['less than nothing', { taxPercent: { event: -1 } }, 'taxPercent.event: must be at least 0'],
  ] as const)('are refused with %s', async (_, taxes, fault) => {
    const { code, text } = await run('validate', write(taxes))
    expect([code, text]).toEqual([1, expect.stringContaining(`club.settings.${fault}`)])
  })

  it('may be of two kinds in two ways', async () => {
    expect(await take({ taxPercent: { products: 8 }, taxRates: { tickets: 500 } })).toMatchObject({
      products: 8000,
      tickets: 5000,
    })
  })

  it.each([
    // as a treasurer wrote it who meant 8 %
    [{ taxRates: { products: 8 } }, 'taxRates.products: 8 is a tax of 0.08 %. Did you mean 8 %?'],
    [
      { taxPercent: { products: 0.0825 - 0.0005 } },
      'taxPercent.products: 0.082 is a tax of 0.082 %. Did you mean 8.2 %?',
    ],
  ] as const)('below one percent are doubted, by validate and import', async (taxes, doubt) => {
    const path = write(taxes)
    for (const command of ['validate', 'import']) {
      const { code, text } = await run(command, path)
      expect([code, text]).toEqual([0, expect.stringContaining(`not meant:\n  club.settings.${doubt}`)])
    }
    const right = write({ taxPercent: { products: 1 }, taxRates: { event: 100 } })
    expect((await run('import', right)).text).not.toContain('Please look again')
  })

  it('and every other number say in the schema what they count', async () => {
    const schema = JSON.parse((await run('schema')).text) as SchemaNode
    const places: string[] = []
    const silent: string[] = []
    const walk = (node: SchemaNode, place: string, isSaid: boolean): void => {
      const says = isSaid || node.description !== undefined
      if (node.const === undefined && (node.type === 'number' || node.type === 'integer')) {
        places.push(place)
        if (!says) silent.push(place)
      }
      for (const [name, below] of Object.entries(node.properties ?? {}))
        walk(below, `${place}.${name}`, false)
      if (node.items !== undefined) walk(node.items, `${place}[]`, false)
      for (const one of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) walk(one, place, says)
    }
    walk(schema, '', false)
    expect(places.length).toBeGreaterThan(50)
    expect(silent).toEqual([])
  })
})

interface SchemaNode {
  readonly type?: string
  readonly const?: unknown
  readonly description?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
  readonly oneOf?: readonly SchemaNode[]
}

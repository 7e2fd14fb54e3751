// The generated types beside the tables that the migrations make.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../support/database.ts'
import { makeSchemaTypes, schemaTypesPath } from '../../support/schemaTypes.ts'

it('the types name each table and each column as the migrations made them', async () => {
  const database = await openTestDatabase('embedded')
  const made = await makeSchemaTypes(database)
  await database.dispose()
  expect(readFileSync(schemaTypesPath, 'utf8'), 'out of date: run `npm run schema`').toBe(made)
})

// The generated types match the tables that the migrations make.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../support/database/database.ts'
import { makeSchemaTypes } from '../../support/run/schemaTypes.ts'

it('the types name each table and each column as the migrations made them', async () => {
  const database = await openTestDatabase('embedded')
  const made = await makeSchemaTypes(database)
  await database.dispose()
  for (const { path, text } of made) {
    expect(readFileSync(path, 'utf8'), `${path} is out of date: run \`npm run schema\``).toBe(text)
  }
})

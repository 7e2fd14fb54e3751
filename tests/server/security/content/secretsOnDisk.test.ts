// What lies on the disk is its owner's alone, and an export tells no password.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { storeFile, storeFileOf, toFileKey } from '../../../../src/server/storage/files.ts'
import { runExport, runImport, setUpClubFiles } from '../../../support/clubs/clubFiles.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('secrets on the disk', (engine) => {
  const { services, folder } = setUpClubFiles(engine)

  it('are in no export that was not told to write them', async () => {
    const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA'
    const file = {
      showfield: 1,
      club: { slug: 'locked', name: 'Locked', timeZone: 'America/Chicago' },
      members: [
        {
          ref: 'pat',
          email_address: 'pat@locked.example',
          fname: 'Pat',
          lname: 'Oakes',
          expiration: '2027-06-12',
          passwordHash,
        },
      ],
    }
    await runImport(services, folder.write(file))
    const path = join(folder.path, 'locked.json')
    expect(await runExport(services, 'locked', path, false)).not.toContain('argon2')
    // the same member keeps their password
    await runImport(services, path)
    expect(await runExport(services, 'locked', path, true)).toContain(passwordHash)
  })

  it("are their owner's alone, with all folders that are made for them", async () => {
    const dataDir = join(folder.path, 'data')
    const elsewhere = { ...services, config: { ...services.config, dataDir } }
    const source = folder.write({ some: 'file' })
    for (const { hash } of [
      await storeFile(elsewhere, Buffer.from('text')),
      await storeFileOf(elsewhere, source),
    ]) {
      const path = join(dataDir, toFileKey(hash))
      expect(statSync(path).mode & 0o777).toBe(0o600)
      for (const above of [dirname(path), dirname(dirname(path)), dataDir])
        expect(statSync(above).mode & 0o777).toBe(0o700)
    }
  })
})

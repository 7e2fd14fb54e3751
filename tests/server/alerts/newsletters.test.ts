// A file that comes as a newsletter is one mail: who got it by mail hears of it by push alone.
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { announce } from '../../../src/server/alerts/announce.ts'
import { openForSending } from '../../../src/server/alerts/opening.ts'
import { alerts as told } from '../../../src/server/assembly/alerts.ts'
import { alertGatherMs } from '../../../src/server/limits/times.ts'
import { storeFile } from '../../../src/server/storage/files.ts'
import { openAlertClub } from '../../support/alerts/alertClub.ts'
import { expectDone } from '../../support/clubs/officer.ts'
import { describeRaces } from '../../support/database/database.ts'
import { setUp } from '../../support/database/setUp.ts'

describeRaces('a newsletter and the message of its file', (engine) => {
  const alerts = setUp(() => openAlertClub(engine))
  let token: string
  beforeAll(async () => {
    ;({ member: token } = await alerts.world.signInAll(alerts.club, ['member']))
    await alerts.world.changeClubSettings(alerts.club, { enewsletter: true })
  })
  beforeEach(async () => {
    await alerts.reset()
    const { club, world } = alerts
    for (const { id } of Object.values(club.people)) {
      const isReader = id === club.people.member.id || id === club.people.parent.id
      await world.changeMemberSettings(club, id, {
        enewsletter: isReader,
        notify_new_file: id !== club.people.owner.id,
      })
    }
  })

  let turn = 0
  const addFile = async (name: string): Promise<number> => {
    const { club, world } = alerts
    turn += 1
    const stored = await storeFile(world, Buffer.alloc(100, turn))
    const row = { name, content_type: 'application/pdf', shared: true, ...stored }
    const { id } = await world.insertRow(club, 'media_file', row)
    await world.inClub(club, (tx) => announce(tx, { kind: 'file', ids: [id], at: new Date(world.now()) }))
    return id
  }
  const send = (file: number) => expectDone(alerts.run('newsletter', 'send', file))
  /** Who got what by mail: "pat: Summer news". */
  const listMailed = async () =>
    (await alerts.readMails())
      .map(({ to, subject }) => `${to.split('.')[0]}: ${subject.replace('Harbor Classics: ', '')}`)
      .toSorted()

  it('are one mail for who gets the newsletter, and a push message all the same', async () => {
    const phone = await alerts.subscribe({}, token)
    await send(await addFile('Summer news'))
    await alerts.pass(alertGatherMs)
    expect(await listMailed()).toEqual([
      expect.stringMatching(/^\w+: Summer news$/),
      'kit: New file: Summer news',
      'moe: New file: Summer news',
      'nan: New file: Summer news',
      'pat: Summer news',
    ])
    expect(alerts.readPushes(phone)).toEqual(['Harbor Classics | New file: Summer news'])
  })

  it('are one mail too while the message waits to be sent', async () => {
    const file = await addFile('Autumn news')
    alerts.world.pass(alertGatherMs)
    await alerts.world.inClub(alerts.club, async (tx) => {
      const { id } = await tx.selectFrom('alert').select('id').executeTakeFirstOrThrow()
      await openForSending(told, tx, id, alerts.world.now())
    })
    expect((await alerts.listDeliveries()).map(({ way, state }) => `${way} ${state}`)).toContain(
      'mail waiting',
    )
    await send(file)
    await alerts.pass(0)
    expect((await listMailed()).filter((mail) => mail.startsWith('pat'))).toEqual(['pat: Autumn news'])
  })

  it('stay two where the message is of another file as well', async () => {
    const file = await addFile('Winter news')
    await addFile('Bylaws')
    await send(file)
    await alerts.pass(alertGatherMs)
    expect((await listMailed()).filter((mail) => mail.startsWith('pat'))).toEqual([
      'pat: 2 new files: Winter news and Bylaws',
      'pat: Winter news',
    ])
  })
})

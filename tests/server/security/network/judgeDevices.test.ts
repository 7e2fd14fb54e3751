// A stranger's wrong codes spoil a judge's code for nobody who has asked for it (N12.6).
import { beforeEach, expect, it } from 'vitest'
import { dayMs } from '../../../../src/domain/time.ts'
import {
  judgeCodesTypedPerAddress,
  wrongJudgeCodesPerDevice,
  wrongJudgeCodesWithoutDevice,
} from '../../../../src/server/limits/often.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnBothEngines } from '../../../support/database/database.ts'

describeOnBothEngines('the code of a judge whom strangers know', (engine) => {
  const world = setUpClubWorld(engine, { show: { startsIn: 0, days: 30 } })
  const { a } = world.clubs
  let judgeId = ''
  let count = 0
  beforeEach(async () => {
    world.pass(dayMs)
    count += 1
    judgeId = `S${count}`
    await world.insertRows(a, 'judge', [{ event_id: a.show.id, code: judgeId, phone: '+16035550141' }])
  })

  const judge = '192.0.2.1'
  const stranger = '198.51.100.1'
  const verify = (peer: string, more: Record<string, unknown> = {}, id = judgeId) =>
    world.request(a, 'verify_judge', { eventId: a.show.id, judgeId: id, ...more }, { peer })
  const ask = async (peer: string, id = judgeId) => String((await verify(peer, {}, id)).answer.challenge)
  async function readCode(): Promise<string> {
    await world.engine.runDue()
    const texts = await world.engine.listSandboxMessages('sms')
    return /^\d{7}/.exec(texts.at(-1)?.text ?? '')?.[0] ?? 'none'
  }
  const toWrong = (code: string, index: number) =>
    String((Number(code) + 1 + index) % 10_000_000).padStart(7, '0')
  /** Wrong codes from many addresses, one after the other. */
  async function guess(code: string, times: number, more: Record<string, unknown> = {}): Promise<string[]> {
    const codes: string[] = []
    for (let index = 0; index < times; index += 1) {
      const { answer } = await verify(`203.0.113.${index}`, { code: toWrong(code, index), ...more })
      codes.push(String(answer.code))
    }
    return codes
  }

  it('is taken from the device that asked, whatever others have typed', async () => {
    const challenge = await ask(judge)
    const code = await readCode()
    expect(new Set(await guess(code, wrongJudgeCodesWithoutDevice + 20))).toEqual(new Set(['bad-code']))
    expect((await verify(judge, { code })).answer.code).toBe('bad-code')
    expect((await verify(judge, { code, challenge })).answer).toMatchObject({ isValid: true, judgeId })
    // once
    expect((await verify(judge, { code, challenge })).answer.code).toBe('bad-code')
  })

  it('is taken from the device that asked while a stranger asks and guesses too, all at once', async () => {
    const challenge = await ask(judge)
    const code = await readCode()
    const theirs = await ask(stranger)
    const guesses = Array.from({ length: 60 }, (_, index) =>
      verify(stranger, { code: toWrong(code, index), ...(index % 2 === 0 ? { challenge: theirs } : {}) }),
    )
    const right = verify(judge, { code, challenge })
    await Promise.all(guesses)
    expect((await right).answer).toMatchObject({ isValid: true })
  })

  it('is taken without a secret as before, from another phone or another client, while few guess', async () => {
    await ask(judge)
    const code = await readCode()
    // one stranger has five tries, however often they try, and each of another address five more
    expect(await guess(code, 4)).toEqual(['bad-code', 'bad-code', 'bad-code', 'bad-code'])
    for (let tries = 0; tries < 20; tries += 1) await verify(stranger, { code: toWrong(code, tries) })
    expect((await verify(stranger, { code: toWrong(code, 1) })).status).toBe(429)
    expect((await verify('192.0.2.2', { code })).answer).toMatchObject({ isValid: true })
  })

  it('is sent anew to who has no secret, once strangers have spoiled it', async () => {
    await ask(judge)
    const first = await readCode()
    await guess(first, wrongJudgeCodesWithoutDevice)
    await ask(judge)
    const second = await readCode()
    expect(second).not.toBe(first)
    expect((await verify(judge, { code: second })).answer).toMatchObject({ isValid: true })
  })

  it('may be typed wrong five times on a device, and its next request has five more', async () => {
    const challenge = await ask(judge)
    const code = await readCode()
    await guess(code, wrongJudgeCodesPerDevice, { challenge })
    expect((await verify(judge, { code, challenge })).answer.code).toBe('bad-code')
    const again = await ask(judge)
    expect(await readCode()).toBe(code)
    expect((await verify(judge, { code, challenge: again })).answer).toMatchObject({ isValid: true })
  })

  it('is guessed no better with the secret of another judge, of nobody, or one that was made up', async () => {
    const nobody = await ask(stranger, 'none')
    await ask(judge)
    const code = await readCode()
    const { most } = judgeCodesTypedPerAddress
    for (const challenge of [nobody, 'x'.repeat(43), `${nobody.slice(0, -1)}x`]) {
      for (let tries = 0; tries < most; tries += 1) {
        await verify(stranger, { code: toWrong(code, tries), challenge })
      }
    }
    const [{ wrong_tries: tries } = { wrong_tries: -1 }] = await world
      .listRows(a, 'judge_challenge', { used_at: null }, ['wrong_tries'])
      .then((rows) => rows.slice(-1))
    expect(tries).toBeLessThanOrEqual(most)
    expect((await verify(stranger, { code, challenge: nobody })).status).toBe(429)
    // and the answers to nobody's secret are those to a judge's
    const own = await ask('192.0.2.77', 'none')
    for (let wrong = 0; wrong < wrongJudgeCodesPerDevice + 2; wrong += 1) {
      const { answer } = await verify('192.0.2.77', { code: '1234567', challenge: own }, 'none')
      expect(answer.code).toBe('bad-code')
    }
    const known = await ask('192.0.2.78')
    for (let wrong = 0; wrong < wrongJudgeCodesPerDevice + 2; wrong += 1) {
      const { answer } = await verify('192.0.2.78', { code: toWrong(code, wrong), challenge: known })
      expect(answer.code).toBe('bad-code')
    }
  })
})

// No order of calls and links gives an account to somebody else (rules/security 3).
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { beginTheft, moves, type Step } from '../../../support/clubs/accountThieves.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { inTwoSizes } from '../../../support/run/longTests.ts'

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('victim', 'attacker'),
  move: fc.constantFrom(...moves),
  at: fc.nat(3),
  way: fc.nat(5),
  pick: fc.nat(11),
  minutes: fc.constantFrom(1, 1, 1, 1, 6, 16),
})

interface PlannedStep {
  readonly step: Step
  readonly hasEffect: boolean
}

/** Steps in a few words: with an effect or without, who, what, which account, which way, which secret. */
function plan(...lines: readonly string[]): PlannedStep[] {
  return lines.map((line) => {
    const [sign, who, move, ...numbers] = line.split(' ')
    const [at = 0, way = 0, pick = 0] = numbers.map(Number)
    return { step: { who, move, at, way, pick, minutes: 1 } as Step, hasEffect: sign === '+' }
  })
}

describeOnEachEngine('T2.22 an account', (engine) => {
  const world = setUpClubWorld(engine)
  let turn = 0

  async function play(steps: readonly Step[]): Promise<boolean[]> {
    turn += 1
    const theft = await beginTheft(world, world.clubs.a, turn)
    const effects: boolean[] = []
    for (const each of steps) effects.push(await theft.take(each))
    await theft.finish()
    return effects
  }

  // the long ways, which chance finds seldom
  const plans = {
    'that the attacker paid for is its owner’s once the owner has undone a password': plan(
      '+ attacker set 3 1',
      '+ attacker login 3 0',
      '+ attacker change 3 0',
      '+ victim link 3 2 0',
      '- attacker set 3 1',
      '- attacker login 3 0',
      '+ victim lookUp 3',
      '- attacker set 3 1 1',
      '+ victim set 3',
      '- attacker set 3 1',
    ),
    'that the attacker moved away and back is its owner’s once they have chosen a password': plan(
      '+ attacker set 3 1',
      '+ attacker login 3 0',
      // to the attacker's address, and back
      '+ attacker change 3 3 0',
      '+ attacker link 3 4 0',
      '+ attacker change 3 3 4',
      '+ victim link 3 2 0',
      '+ victim forgot 3',
      '+ victim login 3 1',
      '+ victim change 3 1',
      '- attacker link 3 5 0',
      '- attacker lookUp 3 3',
      '- attacker set 3 3 0',
      '- attacker login 3 2',
    ),
    'is not set up, guessed at or linked by somebody without its mailbox': plan(
      '+ attacker lookUp 0',
      '- attacker set 0 0',
      '- attacker set 0 1',
      '- attacker set 0 2 1',
      '+ victim set 0',
      '+ victim login 0',
      '- attacker change 0 1',
      '- attacker change 0 2',
      '+ attacker link 0 0',
      '+ victim link 0 1',
      '+ victim link 0 0',
      '- attacker link 0 1',
      '+ victim logout 0',
      '+ victim logout 0',
      '+ attacker logout 0',
    ),
    'keeps out who asks for a temporary password': plan(
      '+ attacker forgot 1 0',
      '- attacker login 1 1 1',
      '+ victim login 1 1',
      '+ victim change 1 1',
      '- attacker login 1 1',
      '+ victim change 1 0',
      '+ victim link 1 2 0',
      '- attacker link 1 2',
      '- victim link 1 2 1',
      '- attacker login 1 0',
    ),
    'stays apart from the attacker’s, for which its owner confirms one of their mailboxes': plan(
      '+ attacker change 1 0',
      '+ attacker change 1 3 2',
      '+ victim link 1 2 0',
    ),
    'is the guest’s whom the attacker has invited': plan(
      '- attacker set 2 0',
      '+ victim set 2',
      '- attacker set 2 0 1',
      '+ victim login 2',
      '+ victim change 2 1',
      '+ attacker forgot 2 0',
      '+ victim forgot 2',
      '- attacker login 2 1',
      '+ attacker login 2 4',
    ),
  }
  it.each(Object.entries(plans))('%s', async (_title, planned) => {
    const effects = await play(planned.map(({ step: each }) => each))
    expect(planned.map(({ step: each }, at) => [each, effects[at]])).toEqual(
      planned.map(({ step: each, hasEffect }) => [each, hasEffect]),
    )
  })

  for (const { size: runs, tag } of inTwoSizes(3, 150))
    it(`is nobody else’s after any steps of the attacker, and of the owner who follows every link${tag}`, {
      timeout: 3_600_000,
    }, async () => {
      // chance goes on from the middle of a way
      const begun = fc
        .tuple(fc.constantFrom(...Object.values(plans)), fc.nat(12))
        .map(([planned, length]) => planned.slice(0, length).map(({ step: each }) => each))
      await fc.assert(
        fc.asyncProperty(begun, fc.array(step, { minLength: 6, maxLength: 20 }), async (first, then) => {
          await play([...first, ...then])
        }),
        { numRuns: runs },
      )
    })

  it('is tried in these ways with everything that both can do, to an effect', () => {
    const done = Object.values(plans)
      .flat()
      .flatMap(({ step: { who, move }, hasEffect }) => (hasEffect ? [`${who} ${move}`] : []))
    const all = moves.flatMap((move) => [`victim ${move}`, `attacker ${move}`])
    expect(all.filter((each) => !done.includes(each))).toEqual([])
  })
})

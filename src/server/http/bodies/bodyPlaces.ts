// The places for large bodies that are being read (rules/security 1.1). Strangers fill only a part of them, and who is
// slow gives way, so that nobody keeps the others' pictures and score sheets out.
import {
  bodySpeedMemoryMs,
  firstBodySpeed,
  largeBodiesPerAddress,
  largeBodiesPerCaller,
  mostLargeBodies,
  mostLargeBodiesOfStrangers,
} from '../../limits/machine.ts'

/** Whose a body is: an address of strangers, or what a caller has proved. */
export interface BodyOwner {
  readonly name: string
  readonly isKnown: boolean
}

export interface BodyPlace {
  /** So many more bytes have come. */
  note(bytes: number): void
  leave(): void
}

export interface BodyPlaces {
  /** Undefined when there is none, also none that another body could give. `giveWay` ends this one, once. */
  enter(owner: BodyOwner, giveWay: () => void): BodyPlace | undefined
}

interface Held extends BodyOwner {
  speed: number
  at: number
  giveWay(): void
}

/** @param elapsed Milliseconds that only grow. */
export function createBodyPlaces(elapsed: () => number): BodyPlaces {
  const held = new Set<Held>()

  function findSpeed({ speed, at }: Held): number {
    return speed * Math.exp((at - elapsed()) / bodySpeedMemoryMs)
  }

  function countOf(owner: BodyOwner): number {
    return [...held].filter(({ name, isKnown }) => name === owner.name && isKnown === owner.isKnown).length
  }

  /** The slowest of those who have the most. */
  function findWeakest(candidates: readonly Held[]): { body: Held; ofOwner: number } | undefined {
    const counts = candidates.map((body) => ({ body, ofOwner: countOf(body) }))
    const most = Math.max(0, ...counts.map(({ ofOwner }) => ofOwner))
    return counts
      .filter(({ ofOwner }) => ofOwner === most)
      .sort((one, other) => findSpeed(one.body) - findSpeed(other.body))[0]
  }

  /** Who has more than the newcomer gives way in any case, and otherwise who is slower than a newcomer. */
  function makeRoom(owner: BodyOwner, candidates: readonly Held[]): boolean {
    const weakest = findWeakest(candidates)
    if (weakest === undefined) return false
    const { body, ofOwner } = weakest
    if (ofOwner <= countOf(owner) + 1 && findSpeed(body) >= firstBodySpeed) return false
    held.delete(body)
    body.giveWay()
    return true
  }

  function findRoom(owner: BodyOwner): boolean {
    const all = [...held]
    const strangers = all.filter(({ isKnown }) => !isKnown)
    const own = all.filter(({ name, isKnown }) => name === owner.name && isKnown === owner.isKnown)
    if (own.length >= (owner.isKnown ? largeBodiesPerCaller : largeBodiesPerAddress))
      return makeRoom(owner, own)
    if (!owner.isKnown && strangers.length >= mostLargeBodiesOfStrangers) return makeRoom(owner, strangers)
    if (all.length < mostLargeBodies) return true
    return makeRoom(owner, strangers.length > 0 ? strangers : all)
  }

  return {
    enter(owner, giveWay) {
      if (!findRoom(owner)) return undefined
      const body: Held = { ...owner, speed: firstBodySpeed, at: elapsed(), giveWay }
      held.add(body)
      return {
        note(bytes) {
          const speed = findSpeed(body) + (bytes * 1000) / bodySpeedMemoryMs
          body.speed = speed
          body.at = elapsed()
        },
        leave: () => void held.delete(body),
      }
    },
  }
}

// Which judge has asked for a code in this tab. A phone throws the page away while the judge reads the text
// message: the step for the code is still there after it. The code itself is never stored.
import { codeLifeMs, mostJudgeIdLength } from '../../../../domain/scoring.ts'
import { type DeviceStorage, tabStorage, toClubStorageName } from '../../../session/deviceStorage.ts'

export interface AskedFor {
  readonly judgeId: string
  /** With it, wrong codes that strangers type count for nobody here. A server of an earlier build gives none. */
  readonly challenge?: string | undefined
}

export interface AskedCode {
  /** Undefined if no code was asked for, or it is not taken any more. */
  find(now: number): AskedFor | undefined
  save(asked: AskedFor, now: number): void
  forget(): void
}

export function createAskedCode(
  storage: DeviceStorage,
  slug: string | undefined,
  eventId: number,
): AskedCode {
  const name = toClubStorageName(slug, `askedCode/${eventId}`)
  return {
    find(now) {
      const asked = parse(storage.find(name))
      if (asked === undefined) return undefined
      if (now - asked.at < codeLifeMs) return asked
      storage.remove(name)
      return undefined
    },
    save: ({ judgeId, challenge }, now) =>
      storage.save(name, JSON.stringify({ judgeId, challenge, at: now })),
    forget: () => storage.remove(name),
  }
}

export function openAskedCode(slug: string | undefined, eventId: number): AskedCode {
  return createAskedCode(tabStorage, slug, eventId)
}

function parse(text: string | undefined): (AskedFor & { at: number }) | undefined {
  if (text === undefined) return undefined
  try {
    const { judgeId, challenge, at } = JSON.parse(text) as Record<string, unknown>
    const isAsked = typeof judgeId === 'string' && judgeId.length <= mostJudgeIdLength
    if (!isAsked || typeof at !== 'number') return undefined
    return { judgeId, at, ...(typeof challenge === 'string' ? { challenge } : {}) }
  } catch {
    return undefined
  }
}

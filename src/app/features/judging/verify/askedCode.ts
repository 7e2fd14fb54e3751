// Which judge has asked for a code in this tab. A phone throws the page away while the judge reads the text
// message: the step for the code is still there after it. The code itself is never stored.
import { codeLifeMs, mostJudgeIdLength } from '../../../../domain/scoring.ts'
import { type DeviceStorage, tabStorage, toClubStorageName } from '../../../session/deviceStorage.ts'

export interface AskedCode {
  /** The judge's id; undefined if no code was asked for, or it is not taken any more. */
  find(now: number): string | undefined
  save(judgeId: string, now: number): void
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
      if (now - asked.at < codeLifeMs) return asked.judgeId
      storage.remove(name)
      return undefined
    },
    save: (judgeId, now) => storage.save(name, JSON.stringify({ judgeId, at: now })),
    forget: () => storage.remove(name),
  }
}

export function openAskedCode(slug: string | undefined, eventId: number): AskedCode {
  return createAskedCode(tabStorage, slug, eventId)
}

function parse(text: string | undefined): { judgeId: string; at: number } | undefined {
  if (text === undefined) return undefined
  try {
    const { judgeId, at } = JSON.parse(text) as { judgeId?: unknown; at?: unknown }
    const isAsked = typeof judgeId === 'string' && judgeId.length <= mostJudgeIdLength
    return isAsked && typeof at === 'number' ? { judgeId, at } : undefined
  } catch {
    return undefined
  }
}

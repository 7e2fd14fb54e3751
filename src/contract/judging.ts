// Actions for judging: the forms, the verification of a judge, and the score sheets.
import { z } from 'zod'
import { mostCarNumberLength } from '../domain/carNumber.ts'
import {
  mostCodeLength,
  mostJudgeIdLength,
  mostNotesLength,
  mostReasonLength,
  mostScores,
  mostSequence,
} from '../domain/scoring.ts'
import { formWire } from '../domain/shapes/eventParts.ts'
import { define } from './define.ts'
import { cleanedLines, id, instant, neededCode, neededLine, unseenless } from './shapes.ts'

/** The id that a judge types. It is a text, also if it looks like a number. */
const judgeId = z.union([z.string(), z.int().min(0).transform(String)]).pipe(neededCode(mostJudgeIdLength))
/** 256 random bits, base64url. */
const secret = z.string().min(20).max(128)
/** The highest sequence that the club has for each of the judge's sheets, from whatever phone. */
const sentSequences = z.array(z.object({ formId: z.number(), entryId: z.string(), sequence: z.number() }))

/** A car's number. */
const carNumber = z
  .union([z.string(), z.int().min(0).transform(String)])
  .pipe(unseenless().trim().regex(/^\d+$/).max(mostCarNumberLength))
const scores = z.array(z.object({ criteriaId: id, score: z.number() })).max(mostScores)
const notes = cleanedLines(mostNotesLength)
/** One more than the highest sequence that the judge's device knows for this form and car. */
const sequence = z.int().min(1).max(mostSequence)

/** What each entry of a judge says of itself. */
const ofJudge = {
  eventId: id,
  judgeId,
  grant: secret.optional(),
  /** By the corrected clock. */
  madeAt: instant.optional(),
}

const filed = {
  accepted: z.literal(true),
  reason: z.string(),
  /** Arrived after the window's end, within its grace. */
  late: z.boolean(),
  /** It is the newest of this judge for the form and the car. False if a later one is stored, as from another phone. */
  current: z.boolean(),
  /** The highest sequence stored for this judge, form and car. A correction needs a higher one. */
  highest: z.number(),
}

const refused = (message: string) => ({ accepted: false, reason: message })

const windowFailures = ['event-not-found', 'judging-not-used', 'judging-not-begun', 'judging-ended'] as const
const sheetFailures = ['car-not-found', 'form-not-found', 'form-not-allowed'] as const

/** A sheet as the club has it. */
const judgeSheet = z.object({
  key: z.string(),
  formId: z.number(),
  entryId: z.string(),
  sequence: z.number(),
  /** None of a sheet that takes back the earlier ones. */
  scores: z.array(z.object({ criteriaId: z.number(), score: z.number() })),
  notes: z.string(),
  /** When it arrived. */
  at: z.string(),
  counts: z.boolean(),
  /**
   * Why it does not count; null if it does. `overtaken`: a later one of this judge is there. `withdrawn`: the judge took
   * it back, or moved it to `movedTo`. `void`: an officer did.
   */
  why: z.enum(['overtaken', 'withdrawn', 'void']).nullable(),
  movedTo: z.string().nullable(),
  /** Of a void sheet: what the officer said; '' if it is not void. */
  reason: z.string(),
})

export const judging = {
  get_judging_forms: define({
    access: 'public',
    effect: 'read',
    uncounted: true,
    isShared: true,
    input: z.object({ eventId: id }),
    output: z.object({
      forms: z.array(formWire),
    }),
    failures: ['event-not-found'],
  }),
  /** Without code and link it sends a code. With one of them it verifies (rules/security 2.1). */
  verify_judge: define({
    access: 'public',
    effect: 'external',
    secret: 'grant',
    refused: (message) => ({ codeSent: false, isValid: false, message, formId: 0 }),
    input: z.object({
      eventId: id,
      judgeId: judgeId.optional(),
      code: z
        .union([z.string(), z.int().min(0).transform(String)])
        .pipe(neededCode(mostCodeLength))
        .optional(),
      verify: z.boolean().optional(),
      /** From the answer that said that a code was sent. Then nobody else's wrong codes count for this device. */
      challenge: secret.optional(),
      /** From an officer's link or QR code, in place of id and code. It works once. */
      linkSecret: secret.optional(),
    }),
    output: z.object({
      codeSent: z.boolean(),
      isValid: z.boolean(),
      message: z.string(),
      /** The only form that this judge may use; 0 for all. */
      formId: z.number(),
      grant: z.string().optional(),
      /** With `codeSent`: the secret of the device that asked, to be sent with the code. */
      challenge: z.string().optional(),
      /** The judge's id and name, so that the person with the link sees as whom they judge. */
      judgeId: z.string().optional(),
      judgeName: z.string().optional(),
      /** When the grant ends. */
      until: z.string().optional(),
      /** What this judge has sent before, also from another phone. A correction needs a higher sequence. */
      sent: sentSequences.optional(),
    }),
    failures: [
      'event-not-found',
      'judging-not-used',
      'judging-ended',
      'bad-code',
      'bad-link',
      'invalid-judge',
    ],
  }),
  /** What this judge has sent: a phone learns of sheets that another one has sent. */
  get_judge_sheets: define({
    access: 'judge',
    effect: 'read',
    uncounted: true,
    /** `known` is the version of an earlier answer: while nothing has changed, no sheets are sent. */
    input: z.object({
      eventId: id,
      judgeId,
      grant: secret.optional(),
      known: z.string().max(64).optional(),
    }),
    output: z.object({
      sent: sentSequences,
      version: z.string(),
      /** Every sheet of this judge that the club has, from whatever phone; null if they are the known ones. */
      sheets: z.array(judgeSheet).nullable(),
    }),
    failures: [],
  }),
  submit_judging_form: define({
    access: 'judge',
    effect: 'write',
    queued: true,
    uncounted: true,
    refused,
    input: z.object({
      ...ofJudge,
      entryId: carNumber,
      /** Without it, the criteria tell the form. */
      formId: id.optional(),
      scores,
      notes: notes.optional(),
      sequence: sequence.optional(),
    }),
    output: z.object(filed),
    failures: [...windowFailures, ...sheetFailures, 'bad-scores'],
  }),
  /** A sheet that was filed under a wrong number: it counts no more there, and these scores count for the other car. */
  move_judging_form: define({
    access: 'judge',
    effect: 'write',
    queued: true,
    uncounted: true,
    refused,
    input: z.object({
      ...ofJudge,
      formId: id,
      /** The car under whose number it was filed. */
      entryId: carNumber,
      sequence,
      /** The car that was judged, which is another one. */
      toEntryId: carNumber,
      toSequence: sequence,
      scores,
      notes: notes.optional(),
    }),
    /** `current` and `highest` are those of the first car. */
    output: z.object({ ...filed, toCurrent: z.boolean(), toHighest: z.number() }),
    failures: [...windowFailures, ...sheetFailures, 'bad-scores'],
  }),
  /** Nothing of this judge counts for the form and the car any more, until they send another sheet. */
  withdraw_judging_form: define({
    access: 'judge',
    effect: 'write',
    queued: true,
    uncounted: true,
    refused,
    input: z.object({
      ...ofJudge,
      formId: id,
      entryId: carNumber,
      sequence,
      reason: neededLine(mostReasonLength),
    }),
    output: z.object(filed),
    failures: [...windowFailures, ...sheetFailures],
  }),
}

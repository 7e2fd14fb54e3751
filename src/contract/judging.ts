// Actions for judging: the forms, the verification of a judge, and the score sheets.
import { z } from 'zod'
import { mostCarNumberLength } from '../domain/carNumber.ts'
import {
  mostCodeLength,
  mostJudgeIdLength,
  mostNotesLength,
  mostScores,
  mostSequence,
} from '../domain/scoring.ts'
import { formWire } from '../domain/shapes/eventParts.ts'
import { define } from './define.ts'
import { cleanedLines, id, instant, neededLine } from './shapes.ts'

/** The id that a judge types. It is a text, also if it looks like a number. */
const judgeId = z.union([z.string(), z.int().min(0).transform(String)]).pipe(neededLine(mostJudgeIdLength))
/** 256 random bits, base64url. */
const secret = z.string().min(20).max(128)
/** The highest sequence that the club has for each of the judge's sheets, from whatever phone. */
const sentSequences = z.array(z.object({ formId: z.number(), entryId: z.string(), sequence: z.number() }))

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
        .pipe(neededLine(mostCodeLength))
        .optional(),
      verify: z.boolean().optional(),
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
    input: z.object({ eventId: id, judgeId, grant: secret.optional() }),
    output: z.object({ sent: sentSequences }),
    failures: [],
  }),
  submit_judging_form: define({
    access: 'judge',
    effect: 'write',
    queued: true,
    uncounted: true,
    refused: (message) => ({ accepted: false, reason: message }),
    input: z.object({
      eventId: id,
      judgeId,
      grant: secret.optional(),
      /** The car's number. */
      entryId: z
        .union([z.string(), z.int().min(0).transform(String)])
        .pipe(z.string().trim().regex(/^\d+$/).max(mostCarNumberLength)),
      /** Without it, the criteria tell the form. */
      formId: id.optional(),
      scores: z.array(z.object({ criteriaId: id, score: z.number() })).max(mostScores),
      notes: cleanedLines(mostNotesLength).optional(),
      /** By the corrected clock. */
      madeAt: instant.optional(),
      /** One more than the highest sequence that the judge's device knows for this form and car. */
      sequence: z.int().min(1).max(mostSequence).optional(),
    }),
    output: z.object({
      accepted: z.literal(true),
      reason: z.string(),
      /** Arrived after the window's end, within its grace. */
      late: z.boolean(),
      /** It is the sheet that counts. False if a later one of this judge is stored, as from another phone. */
      current: z.boolean(),
      /** The highest sequence stored for this judge, form and car. A correction needs a higher one. */
      highest: z.number(),
    }),
    failures: [
      'event-not-found',
      'judging-not-used',
      'judging-not-begun',
      'judging-ended',
      'car-not-found',
      'form-not-found',
      'form-not-allowed',
      'bad-scores',
    ],
  }),
}

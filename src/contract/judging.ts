// Asking about judging: the forms, the proof of who judges, and the score sheets.
import { z } from 'zod'
import {
  mostCarNumberLength,
  mostCodeLength,
  mostJudgeIdLength,
  mostNotesLength,
  mostScores,
} from '../domain/scoring.ts'
import { define } from './define.ts'
import { id, instant } from './shapes.ts'

/** The id that a judge types, a name and no number. */
const judgeId = z
  .union([z.string(), z.int().min(0).transform(String)])
  .pipe(z.string().trim().min(1).max(mostJudgeIdLength))
/** 256 random bits, base64url. */
const secret = z.string().min(20).max(128)

export const judging = {
  get_judging_forms: define({
    who: 'public',
    effect: 'read',
    uncounted: true,
    input: z.object({ eventId: id }),
    output: z.object({
      forms: z.array(
        z.object({
          id,
          title: z.string(),
          criteria: z.array(
            z.object({
              id,
              title: z.string(),
              minScore: z.number(),
              maxScore: z.number(),
              weight: z.number(),
            }),
          ),
        }),
      ),
    }),
    failures: ['event-not-found'],
  }),
  /** Without code and link it sends a code; with one of them it verifies (rules/security 2.1). */
  verify_judge: define({
    who: 'public',
    effect: 'external',
    secret: 'grant',
    refused: (message) => ({ codeSent: false, isValid: false, message, formId: 0 }),
    input: z.object({
      eventId: id,
      judgeId: judgeId.optional(),
      code: z
        .union([z.string(), z.int().min(0).transform(String)])
        .pipe(z.string().trim().min(1).max(mostCodeLength))
        .optional(),
      verify: z.boolean().optional(),
      /** From an officer's link or QR code, in place of id and code; spent by its first use. */
      linkSecret: secret.optional(),
    }),
    output: z.object({
      codeSent: z.boolean(),
      isValid: z.boolean(),
      message: z.string(),
      /** The only form that this judge may use; 0 for all. */
      formId: z.number(),
      grant: z.string().optional(),
      /** The judge's id and name, so that the owner of a link sees who they are to the club. */
      judgeId: z.string().optional(),
      judgeName: z.string().optional(),
      /** Until when the grant lives. */
      until: z.string().optional(),
      /** What this judge has sent before, perhaps from another phone: a correction must go beyond it. */
      sent: z.array(z.object({ formId: z.number(), entryId: z.string(), sequence: z.number() })).optional(),
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
  submit_judging_form: define({
    who: 'judge',
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
      /** Without it the criteria decide. */
      formId: id.optional(),
      scores: z.array(z.object({ criteriaId: id, score: z.number() })).max(mostScores),
      notes: z.string().trim().max(mostNotesLength).optional(),
      /** By the corrected clock. */
      madeAt: instant.optional(),
      /** One more than the highest that the judge's device knows of for this form and car. */
      sequence: z.int().min(1).max(1_000_000).optional(),
    }),
    output: z.object({
      accepted: z.literal(true),
      reason: z.string(),
      /** Arrived after the window's end, within its grace. */
      late: z.boolean(),
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

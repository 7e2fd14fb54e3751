// Actions for the files that a club offers to its members.
import { z } from 'zod'
import { define } from './define.ts'
import { flag, id } from './shapes.ts'

export const files = {
  /** Only what is shared with all members, whatever `shared` says. */
  get_media: define({
    access: 'member',
    effect: 'read',
    input: z.object({ shared: flag.optional() }),
    output: z.object({
      /** The newest first. */
      media: z.array(
        z.object({
          id,
          name: z.string(),
          contentType: z.string(),
          bytes: z.number(),
          /** It opens for ten minutes. */
          url: z.string(),
          /** The folder's id, or "0" at the root. */
          parent: z.string(),
          /** An ISO instant. */
          created: z.string(),
        }),
      ),
      /** In the club's order. */
      folders: z.array(z.object({ id: z.string(), label: z.string(), color: z.string() })),
    }),
    failures: [],
  }),
  /** For `GET /files/{id}`, which a browser opens without a token: the link itself proves that a member got it. */
  open_file: define({
    access: 'public',
    effect: 'read',
    input: z.object({ id, until: z.int().min(0), proof: z.string().min(1).max(128) }),
    output: z.object({ name: z.string(), contentType: z.string(), bytes: z.number(), hash: z.string() }),
    failures: ['file-not-found'],
  }),
}

/** Why a picture is not accepted, in one sentence for the person who sent it. */
export class PictureFault extends Error {
  readonly reason: 'not-a-picture' | 'too-large' | 'broken' | 'busy'

  constructor(reason: PictureFault['reason'], message: string) {
    super(message)
    this.name = 'PictureFault'
    this.reason = reason
  }
}

export const takesTooMuch = 'The picture cannot be read: it is damaged, or takes too much to read.'

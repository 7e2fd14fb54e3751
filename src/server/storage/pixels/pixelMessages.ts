// The messages between the server and a picture process.
import type { PictureFault } from './pictureFault.ts'

/** How large a picture becomes, and how it is brought to that. */
export interface PixelFit {
  readonly width: number
  readonly height: number
  readonly resize: 'cover' | 'contain' | 'inside'
}

export interface DecodeOrder {
  readonly kind: 'decode'
  readonly bytes: Uint8Array
  readonly fit: PixelFit
  /** The bytes are a WebP as we write it: if its size fits too, it is not encoded again. */
  readonly isOwn: boolean
}

/** A narrower version of the picture that was decoded last. */
export interface EncodeOrder {
  readonly kind: 'encode'
  readonly width: number
}

export type PixelOrder = DecodeOrder | EncodeOrder

export interface DecodedPixels {
  readonly kind: 'decoded'
  readonly width: number
  readonly height: number
  /** The picture as WebP in its largest width. Null: the given bytes are that already. */
  readonly main: Uint8Array | null
}

export type PixelAnswer =
  | { readonly kind: 'ready' }
  | DecodedPixels
  | { readonly kind: 'encoded'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly reason: PictureFault['reason']; readonly message: string }

export interface PixelReply {
  readonly answer: PixelAnswer
  /** What the process takes with this done. */
  readonly memoryBytes: number
}

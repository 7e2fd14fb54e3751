// Posts of a member whose account is closed stay, without a name and without pictures.
import type { Closing } from '../../member/closing.ts'
import { removePictures } from './db/ownPicture.ts'

export const closing: Closing = removePictures

// Takes files from a chooser, a drop or the clipboard, one after the other, and says which were refused.
import { useRef, useState } from 'react'
import { isRecord } from '../../domain/isRecord.ts'
import { mostPictures } from '../../domain/shapes/sharedLengths.ts'
import { newKey } from '../../offline/newKey.ts'
import { toLetterboxed } from './letterbox.ts'
import { type PictureRefusal, readPicture } from './readPicture.ts'

/** A picture in a form. `imageData`: a data URL, or the address of one that is stored already. */
export interface FormPicture {
  readonly key: string
  readonly imageData: string
}

/** The pictures of a record, for a form that changes it. */
export function toFormPictures(shown: readonly { id: string; imageData: string }[]): FormPicture[] {
  return shown.map(({ id, imageData }) => ({ key: id, imageData }))
}

/** Those of a stored draft that can be read. */
export function readFormPictures(value: unknown): FormPicture[] {
  return Array.isArray(value) ? value.filter(isFormPicture) : []
}

function isFormPicture(value: unknown): value is FormPicture {
  return isRecord(value) && typeof value.key === 'string' && typeof value.imageData === 'string'
}

export interface RefusedFile {
  readonly key: string
  readonly name: string
  /** `too-many`: there is no room for it. `not-drawn`: this device could not draw it. */
  readonly why: PictureRefusal | 'too-many' | 'not-drawn'
}

export interface AddingPictures {
  add(files: readonly File[]): Promise<void>
  /** Of the files that were added together: how many are done. Undefined while none are read. */
  progress: { done: number; of: number } | undefined
  refused: readonly RefusedFile[]
}

export function useAddPictures(
  pictures: readonly FormPicture[],
  onChange: (pictures: readonly FormPicture[]) => void,
): AddingPictures {
  const [progress, setProgress] = useState<AddingPictures['progress']>()
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  // files may be added while others are still being read
  const newest = useRef({ pictures, onChange })
  newest.current = { pictures, onChange }
  const queue = useRef<Promise<void>>(Promise.resolve())
  const waiting = useRef(0)

  const takeOne = async (file: File): Promise<RefusedFile | undefined> => {
    const { name } = file
    const key = newKey()
    if (newest.current.pictures.length >= mostPictures) return { key, name, why: 'too-many' }
    const image = await readPicture(file)
    if (typeof image === 'string') return { key, name, why: image }
    // a phone that is short of memory draws nothing
    const imageData = await toLetterboxed(image).catch(() => undefined)
    if (imageData === undefined) return { key, name, why: 'not-drawn' }
    const taken = [...newest.current.pictures, { key, imageData }]
    newest.current = { ...newest.current, pictures: taken }
    newest.current.onChange(taken)
    return undefined
  }

  const addAll = async (files: readonly File[]): Promise<void> => {
    for (const [done, file] of files.entries()) {
      setProgress({ done, of: files.length })
      const fault = await takeOne(file)
      if (fault !== undefined) setRefused((before) => [...before, fault])
    }
    waiting.current -= 1
    if (waiting.current === 0) setProgress(undefined)
  }

  return {
    add(files) {
      if (files.length === 0) return queue.current
      // what was refused of files that are still being read stays
      if (waiting.current === 0) setRefused([])
      waiting.current += 1
      queue.current = queue.current.then(() => addAll(files))
      return queue.current
    },
    progress,
    refused,
  }
}

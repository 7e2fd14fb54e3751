// The content of a club's page as a column: its pictures are hashes, and its HTML is cleaned.
import type { z } from 'zod'
import { sanitizeText } from '../../club/clubPages.ts'
import { pageContent } from '../clubFile.ts'
import type { Column, Json } from './recordKind.ts'

type Content = z.output<typeof pageContent>

/** A page is stored as JSON text with hashes for its pictures. Its HTML is cleaned as when it is shown. */
export const content: Column = {
  type: 'text',
  field: 'content',
  picture: {
    kind: 'public',
    size: 'photo',
    find: (value) =>
      (value as unknown as Content).sections.flatMap(({ elements }, section) =>
        elements.flatMap((element, place) =>
          element.type === 'image'
            ? [
                {
                  value: element.settings.imageData,
                  place: `.sections[${section}].elements[${place}].settings.imageData`,
                },
              ]
            : [],
        ),
      ),
  },
  fromFile: (value, incoming) =>
    JSON.stringify(
      turnContent(
        value as unknown as Content,
        (each) => incoming.picture(each, 'public', 'photo'),
        sanitizeText,
      ),
    ),
  toFile: (value, outgoing) =>
    turnContent(
      pageContent.parse(JSON.parse(String(value))),
      (each) => outgoing.picture(each, 'public'),
      (html) => html,
    ) as unknown as Json,
}

function turnContent(
  value: Content,
  turnPicture: (value: string) => string,
  turnText: (html: string) => string,
): Content {
  return {
    sections: value.sections.map(({ elements }) => ({
      elements: elements.map((element) =>
        element.type === 'image'
          ? {
              ...element,
              settings: { ...element.settings, imageData: turnPicture(element.settings.imageData) },
            }
          : { ...element, settings: { ...element.settings, text: turnText(element.settings.text) } },
      ),
    })),
  }
}

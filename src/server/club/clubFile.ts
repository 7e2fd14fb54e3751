// How a club file has the club itself, with its settings and its portal, and its pages.
import { z } from 'zod'
import { isSlug } from '../../domain/club.ts'
import { toCents, toDollars } from '../../domain/money.ts'
import { boxLimits, fontWeights, largestImageSide, textAligns, wrapAligns } from '../../domain/page.ts'
import { clubSettings, listTaxDoubts } from '../../domain/shapes/club.ts'
import { defaultCountry } from '../../domain/shapes/country.ts'
import {
  colour,
  count,
  countryCode,
  flag,
  language,
  lengths,
  picture,
  refTo,
  required,
  text,
  timeZone,
} from '../../domain/shapes/fileValues.ts'
import { defaultLanguage } from '../../domain/shapes/language.ts'
import { column } from '../../domain/shapes/recordShape.ts'
import { bundledFonts, findBundledFont } from '../../domain/theme.ts'
import { jsonColumn } from '../clubFile/columns.ts'
import { kind, kindWithoutRef, list } from '../clubFile/kind.ts'
import type { Column, Fields, Json } from '../clubFile/recordKind.ts'
import { sanitizeText } from './clubPages.ts'

const portal = z
  .object({
    joinLink: flag.default(true),
    donateTab: flag.default(false),
    buttonBackgroundColor: colour.default(''),
    buttonColor: colour.default(''),
    headerBackgroundColor: colour.default(''),
    headerColor: colour.default(''),
    font: text(lengths.label)
      .refine(
        (name) => name === '' || findBundledFont(name) !== undefined,
        `must be one of ${bundledFonts.map((font) => font.name).join(', ')}`,
      )
      .default(''),
    socialTab: flag.default(true),
    ridesTab: flag.default(true),
    activitiesTab: flag.default(true),
    filesTab: flag.default(true),
    storeTab: flag.default(true),
    classifiedTab: flag.default(true),
    rosterTab: flag.default(true),
  })
  .prefault({})

const settings = clubSettings.prefault({})

/** Turns the fee into cents and back. The other settings are stored as written. */
const settingsColumn: Column = {
  type: 'jsonb',
  field: 'settings',
  isByKey: true,
  fromFile: (value) => {
    const { serviceFee, ...others } = value as Fields
    return { serviceFeeCents: toCents(Number(serviceFee)), ...others }
  },
  toFile: (value) => {
    const { serviceFeeCents, ...others } = value as Fields
    return settings.parse({ serviceFee: toDollars(Number(serviceFeeCents)), ...others }) as Json
  },
}

export const clubKind = kindWithoutRef('club', 'club', {
  fields: {
    slug: {
      file: z
        .string()
        .refine(isSlug, 'must be small letters, digits and single hyphens, and no reserved name'),
    },
    uuid: { file: z.uuid().optional() },
    name: column.text('name', required(lengths.label)),
    customerType: column.int(
      'customer_type',
      z.int().min(0).max(99).describe('A number that the app gets and does not use').default(0),
    ),
    timeZone: column.text('time_zone', timeZone),
    // for people whose own is not known
    language: column.text('language', language.default(defaultLanguage)),
    // of addresses and telephone numbers that name no other
    country: column.text('country', countryCode.default(defaultCountry)),
    homePage: column.text('home_page_ref', refTo("the page that is the club's home").optional()),
    logo: column.photo('logo_hash', picture.optional()),
    settings: column.json('settings', settings),
    portal: column.json('portal', portal),
  },
  identity: [],
  toRef: () => 'club',
  check(record, { declared, report }) {
    const { homePage } = record.value
    if (typeof homePage === 'string' && !declared.get('page')?.has(homePage)) {
      report(record, 'homePage', `no page has the ref '${homePage}'`)
    }
  },
  warn(record, { report }) {
    for (const { place, message } of listTaxDoubts(settings.parse(record.value.settings))) {
      report(record, `settings.${place}`, message)
    }
  },
  columns: { settings: settingsColumn, portal: { ...jsonColumn('portal', portal), isByKey: true } },
})

const size = Object.fromEntries(
  Object.entries(boxLimits).map(([name, [lowest, highest]]) => [
    name,
    z
      .number()
      .min(lowest)
      .max(highest)
      .describe(name.endsWith('Width') || name.endsWith('Height') ? 'Percent of what it is in' : 'Pixels')
      .optional(),
  ]),
) as BoxNumbers

/** TypeScript cannot infer these names from `Object.fromEntries`: the numbers of a box. */
type BoxNumbers = { [N in keyof typeof boxLimits]: z.ZodOptional<z.ZodNumber> }

const box = z.object({
  ...size,
  borderColor: colour.optional(),
  textColor: colour.optional(),
  backgroundColor: colour.optional(),
  fontWeight: z
    .string()
    .refine((weight) => fontWeights.includes(weight), `must be one of ${fontWeights.join(', ')}`)
    .optional(),
  wrapAlign: z.enum(wrapAligns).optional(),
  textAlign: z.enum(textAligns).optional(),
})

const pageElement = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('text'), settings: box.extend({ text: text(65_536) }) }),
    z.object({
      type: z.literal('image'),
      settings: box.extend({
        imageData: picture,
        imageWidth: count(1, largestImageSide).describe('Pixels').optional(),
        imageHeight: count(1, largestImageSide).describe('Pixels').optional(),
      }),
    }),
  ],
  "has an unknown type ('text' or 'image')",
)

/** A page: sections with elements, each a text or an image. An element's box is in its settings. */
const pageContent = z.object({
  sections: z.array(z.object({ elements: z.array(pageElement).max(200) })).max(200),
})

type Content = z.output<typeof pageContent>

/** A page is stored as JSON text with hashes for its pictures. Its HTML is cleaned as when it is shown. */
const content: Column = {
  type: 'text',
  field: 'content',
  picture: {
    kind: 'public',
    size: 'photo',
    find: (value) =>
      (value as unknown as Content).sections.flatMap(({ elements }, section) =>
        elements.flatMap((element, at) => {
          if (element.type !== 'image') return []
          const place = `.sections[${section}].elements[${at}].settings.imageData`
          return [{ value: element.settings.imageData, place }]
        }),
      ),
  },
  fromFile(value, incoming) {
    const toHash = (path: string) => incoming.picture(path, 'public', 'photo')
    return JSON.stringify(turnContent(value as unknown as Content, toHash, sanitizeText))
  },
  toFile(value, outgoing) {
    const toPath = (hash: string) => outgoing.picture(hash, 'public')
    const stored = pageContent.parse(JSON.parse(String(value)))
    return turnContent(stored, toPath, (html) => html) as unknown as Json
  },
}

function turnContent(
  value: Content,
  turnPicture: (value: string) => string,
  turnText: (html: string) => string,
): Content {
  return {
    sections: value.sections.map(({ elements }) => ({
      elements: elements.map((element) => {
        const { type, settings } = element
        if (type === 'text') return { type, settings: { ...settings, text: turnText(settings.text) } }
        return { type, settings: { ...settings, imageData: turnPicture(settings.imageData) } }
      }),
    })),
  }
}

const page = kind('page', 'page', {
  fields: {
    name: column.text('name', required(lengths.label)),
    content: column.text('content', pageContent),
  },
  isOrdered: true,
  columns: { content },
})

export const clubFile = { pages: list(page) }

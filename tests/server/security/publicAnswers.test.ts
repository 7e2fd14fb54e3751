import { expect, it } from 'vitest'
import type { ActionName } from '../../../src/contract/index.ts'
import { secretMark } from '../../support/clubs/clubs.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

const memberType = [
  'id',
  'label',
  'description',
  'price',
  'renewPrice',
  'anniversaryRenewal',
  'anniversaryDate',
  'allowChildren',
]
const option = ['id', 'label', 'subLabel', 'type', 'required', ...under('choices[]', ['id', 'label'])]
const ticket = [
  'id',
  'description',
  'price',
  'limit',
  'remaining',
  'availability',
  'startdate',
  'enddate',
  'imageData',
  'info',
  ...under('options[]', option),
]
const map = [
  'id',
  'label',
  'backgroundImage',
  'memberDiscount',
  'available',
  'availableStartdate',
  'availableEnddate',
  'askVendorType',
  'askVendorTaxid',
  'askVendorDescription',
  ...under('elements[]', [
    'id',
    'shape',
    'x',
    'y',
    'w',
    'h',
    'a',
    'row',
    'num',
    'type',
    'cost',
    'notes',
    'available',
  ]),
  ...under('reservations[]', ['vendorId', 'eventMapElementId']),
]
const vendor = ['id', 'name', 'goods', 'vendorType']
const packEvent = [
  'id',
  'name',
  'description',
  'place',
  'images[].imageData',
  'startDate',
  'endDate',
  'timeZone',
  'testMode',
  'agreement',
  'registration',
  'reg_price',
  'regMemberDiscount',
  'reg_startdate',
  'reg_enddate',
  'participantMessage',
  'typedMakeAndModel',
  ...under('registrationOptions[]', option),
  'ticketLabel',
  'ticketMessage',
  ...under('tickets[]', ticket),
  'vendorMessage',
  'workerSignup',
  'workerStartDate',
  'workerEndDate',
  'workerMessage',
  'publicScheduleCount',
  'workerChoices',
  'preEventLine1',
  'preEventLine2',
  'viewerNotes',
  'votingStart',
  'votingEnd',
  'votesPerClass',
  'voting',
  'carList',
  'gateTime',
]
const event = [...packEvent, 'schedule', ...under('maps[]', map), ...under('vendors[]', vendor)]
const eventClass = ['id', 'number', 'description']
const classEntries = ['carClass', 'classDescription', 'carNumbers[]']
const car = ['number', 'carClass', 'year', 'make', 'model', 'picture']
const form = ['id', 'title', ...under('criteria[]', ['id', 'title', 'minScore', 'maxScore', 'weight'])]
const shift = ['id', 'schedule', 'shiftDate', 'start', 'startMinute', 'duration', 'remaining']
const schedule = ['id', 'name', 'instructions', 'shareType']

/** rules/security 5: what the answer of an action may contain, and no more. */
const allowed = {
  get_tenant: [
    ...under('tenant', [
      'id',
      'uuid',
      'name',
      'subdomain',
      // where this club need not be named
      'ownHost',
      'customerType',
      'timeZone',
      'language',
      // what forms begin with
      'country',
      ...under('settings', [
        'serviceFee',
        'maxRenewYears',
        'maxRenewDays',
        'alternateId',
        'alternateIdLabel',
        'roster',
        'newsletter',
        'enewsletter',
        'redirectHosts[]',
        // for whoever has a question
        'contactEmail',
        'contactPhone',
      ]),
    ]),
    ...under('memberTypes[]', memberType),
    ...under('portalSettings', [
      'joinLink',
      'donateTab',
      'homePage',
      'buttonBackgroundColor',
      'buttonColor',
      'font',
      'logo',
      'headerBackgroundColor',
      'headerColor',
      'socialTab',
      'ridesTab',
      'activitiesTab',
      'filesTab',
      'storeTab',
      'classifiedTab',
      'rosterTab',
    ]),
    ...under('stripe', ['publishableKey', 'mode']),
    ...under('pages[]', ['id', 'name', 'content']),
    'push.publicKey',
    'serverTime',
  ],
  get_available_membertypes: under('memberTypes[]', memberType),
  get_upcoming_events: under('events[]', event),
  get_event: [...under('event', event), ...under('eventtickets[]', ticket), ...under('maps[]', map)],
  get_event_pack: [
    'version',
    'clubLogo',
    ...under('event', packEvent),
    ...under('maps[]', map),
    ...under('vendors[]', vendor),
    ...under('schedule[]', ['date', ...under('entries[]', ['id', 'startTime', 'endTime', 'label', 'place'])]),
    ...under('classes[]', eventClass),
    ...under('entries', [...under('classes[]', classEntries), ...under('cars[]', car)]),
    ...under('forms[]', form),
    'generatedAt',
  ],
  get_makes: under('makes[]', ['id', 'label']),
  get_models: under('models[]', ['id', 'label']),
  get_all_eventclasses: under('classes[]', eventClass),
  get_all_shifts: [...under('shifts[]', shift), ...under('schedules[]', schedule)],
  get_entries: [...under('entries[]', classEntries), ...under('cars[]', car)],
  get_judging_forms: under('forms[]', form),
} satisfies { [N in ActionName]?: string[] }

describeOnEachEngine('what anybody may read', (engine) => {
  const world = setUpClubWorld(engine)

  it.each(Object.keys(allowed) as (keyof typeof allowed)[])(
    'is, of %s, its own list of fields',
    async (action) => {
      const { a } = world.clubs
      const { show } = a
      const input = { memberTypes: true, pages: true, availability: '1', event: show.id, eventId: show.id }
      for (const token of [undefined, await world.signIn(a, 'member'), await world.signIn(a, 'moderator')]) {
        const {
          answer,
          text,
          token: sent,
        } = await world.request(a, action, { ...input, makeId: a.makeId, viewable: undefined }, { token })
        const { success, theme: _, ...rest } = answer
        expect(success).toBe(true)
        // the seed fills every field of the list, so that the list has no unused field
        expect([...listPaths(rest)].sort()).toEqual([...allowed[action]].sort())
        expect(text).not.toContain(secretMark)
        expect(text.toLowerCase()).not.toMatch(/password|argon2|secret/)
        expect(sent).toBeNull()
      }
    },
  )

  it('holds nothing of what is asked for with more rights than one has', async () => {
    const { a } = world.clubs
    const input = { event: a.show.id, eventId: a.show.id }
    for (const more of [{ viewable: false }, { nostats: false }, { memberId: a.people.member.id }]) {
      const { text } = await world.request(a, 'get_all_eventclasses', { ...input, ...more })
      expect(text).not.toContain(secretMark)
    }
    for (const more of [{ availableOnly: false }, { shareType: 1 }, { workers: true }]) {
      const { answer, text } = await world.request(a, 'get_all_shifts', { ...input, ...more })
      expect(text).not.toContain(secretMark)
      expect(answer.schedules?.map((one) => one.shareType)).toEqual([3])
    }
  })

  it('has no key of a card provider but the publishable one', async () => {
    const { text } = await world.request(world.clubs.a, 'get_tenant', { memberTypes: true, pages: true })
    expect(text).not.toMatch(/sk_(?:live|test)|whsec_|privateKey/)
  })
})

function under(prefix: string, paths: readonly string[]): string[] {
  return paths.map((path) => `${prefix}.${path}`)
}

/** The paths of all leaves; list positions are `[]`. */
function listPaths(value: unknown, path = ''): Set<string> {
  if (Array.isArray(value)) {
    const paths = value.map((one) => listPaths(one, `${path}[]`))
    return paths.reduce((all, some) => all.union(some), new Set<string>())
  }
  if (typeof value !== 'object' || value === null) return new Set([path])
  return Object.entries(value)
    .map(([name, inner]) => listPaths(inner, path === '' ? name : `${path}.${name}`))
    .reduce((all, some) => all.union(some), new Set<string>())
}

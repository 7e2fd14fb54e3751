// What the members of the demo club write: their cars' stories, posts and comments.

export type RideStory = readonly [year: string, make: string, model: string, engine: string, story: string]

export const rideStories: readonly RideStory[] = [
  [
    '1967',
    'Lancia',
    'Fulvia',
    '1.3 V4',
    'Bought by my aunt in Turin, driven home over the pass in April snow. She never told us how.',
  ],
  [
    '1969',
    'Volvo',
    '145',
    '2.0 four',
    'Three children, two moves and a canoe. The odometer gave up at 400,000.',
  ],
  [
    '1958',
    'Triumph',
    'TR3',
    '2.0 four',
    'A basket case in eleven baskets. The twelfth turned up at our own swap meet.',
  ],
  [
    '1953',
    'Chevrolet',
    '3100',
    '216 six',
    'Hauled hay until 1981, hauls ice cream now. The dent in the tailgate is original.',
  ],
  [
    '1962',
    'Rambler',
    'Classic',
    '196 six',
    'My first car, sold in 1979, bought back in 2019 from the same driveway.',
  ],
  [
    '1931',
    'Ford',
    'Model A',
    '3.3 four',
    "Grandfather's. It starts by hand when the battery sulks, and so do I.",
  ],
  ['1966', 'Volkswagen', 'Type 2', '1.5 flat four', 'Slow, loud and welcome everywhere.'],
  ['1957', 'Chevrolet', 'Bel Air', '283 V8', 'Found under a tarp with the prom corsage still on the mirror.'],
  ['1965', 'Volkswagen', 'Beetle', '1.2 flat four', 'Every job takes one hour, then three more.'],
  [
    '1949',
    'Home built',
    'Hill climb special',
    '1.1 twin',
    'Built by two brothers from an air frame and a milk float. Second in class, twice.',
  ],
  ['1972', 'Porsche', '911 T', '2.4 flat six', "Aubergine was nobody's choice in 1990. It was mine."],
  ['1968', 'MG', 'B', '1.8 four', 'The hood leaks at exactly one place, and it moves.'],
]

export interface Chat {
  readonly topic: 'finds' | 'show' | 'help'
  /** A member's ref. */
  readonly by: string
  readonly message: string
  readonly picture?: string
  readonly comments: readonly (readonly [by: string, message: string])[]
  /** Codes of spec/member 9. */
  readonly reactions: readonly number[]
}

/** From the oldest to the newest. */
export const chatter: readonly Chat[] = [
  {
    topic: 'help',
    by: 'm-6',
    message: 'Does anybody have a puller for a tapered rear hub? Mine has pulled itself apart.',
    comments: [
      ['m-12', 'In my shed, left wall. The dog knows you.'],
      ['m-6', 'Got it, thank you. The dog does not.'],
    ],
    reactions: [0, 0, 4],
  },
  {
    topic: 'finds',
    by: 'm-1',
    message:
      'Forty years under a tarp and the clock still ticks. Bringing it to the show on the trailer, come and guess the mileage.',
    picture: 'ride-2',
    comments: [
      ['moderator', 'Sixty-one thousand and a mouse.'],
      ['m-9', 'Do not wash it. Please.'],
    ],
    reactions: [2, 2, 2, 0, 5, 2, 0],
  },
  {
    topic: 'show',
    by: 'moderator',
    message:
      'Marshals: the yellow vests are washed and in the Depot. Please take one each, not the whole bag.',
    comments: [['m-8', 'It was one bag!']],
    reactions: [0, 4, 4],
  },
  {
    topic: 'finds',
    by: 'm-15',
    message: 'Behind the barn wall there was another barn wall, and behind that one there was this.',
    picture: 'ride-6',
    comments: [
      ['member', 'Is the headlamp glass whole?'],
      ['m-15', 'Both of them.'],
    ],
    reactions: [5, 5, 2, 0],
  },
  {
    topic: 'help',
    by: 'm-22',
    message:
      'She runs on three until warm, then on four, then on three again. I have changed everything that can be changed.',
    comments: [
      ['m-3', 'Manifold gasket.'],
      ['m-31', 'The other end of the earth strap.'],
      ['m-22', 'It was the earth strap.'],
    ],
    reactions: [3, 3, 0],
  },
  {
    topic: 'show',
    by: 'm-11',
    message: 'Second run of the hill climb in practice: 41.8 seconds, and one hat.',
    picture: 'ride-10',
    comments: [['m-27', 'I have the hat.']],
    reactions: [0, 2, 5, 4],
  },
  {
    topic: 'finds',
    by: 'm-18',
    message: 'Twelve hub caps for two dollars each. None of them match, not even each other. No regrets.',
    comments: [],
    reactions: [4, 4, 0, 0, 4],
  },
  {
    topic: 'show',
    by: 'member',
    message:
      'The south field is pegged out. Thank you to everybody who came with a mallet, and to Wendell, who came with cake.',
    picture: 'map-south',
    comments: [
      ['m-4', 'Row F is a little drunk, but so was I.'],
      ['m-22', 'There was cake?'],
    ],
    reactions: [2, 0, 0, 2, 3],
  },
  {
    topic: 'help',
    by: 'm-29',
    message: 'Looking for a passenger who can read a map for the Country Lanes Run. Mine has found a job.',
    comments: [['parent', 'Pia can, and she brings sandwiches.']],
    reactions: [0, 4],
  },
  {
    topic: 'finds',
    by: 'm-33',
    message: 'The seller said "ran when parked". It did not say where.',
    picture: 'ride-4',
    comments: [['moderator', 'In a pond, by the look of it.']],
    reactions: [4, 4, 4, 6],
  },
  {
    topic: 'show',
    by: 'm-2',
    message: 'Polished until two in the morning. If a judge finds a speck, it is mine and I will name it.',
    picture: 'ride-11',
    comments: [['m-16', 'Name it Gary.']],
    reactions: [0, 2, 4],
  },
  {
    topic: 'show',
    by: 'moderator',
    message: 'Gates open at seven. If you arrive earlier, there is coffee and a barrier.',
    comments: [
      ['m-7', 'In that order?'],
      ['moderator', 'For you, yes.'],
    ],
    reactions: [0, 0, 0, 2],
  },
]

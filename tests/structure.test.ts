// Checks the structure of the code: who may import whom, no cycles, every action handled and tested.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { actions, areas } from '../src/contract/index.ts'
import { makeJoinedLetters } from './support/letters/joined.ts'
import { proofTag } from './support/run/longTests.ts'
import { proofs } from './support/run/proofs.ts'

const root = join(import.meta.dirname, '..')
const sources = globSync('{src,sw,card-sandbox,storage-sandbox,demo}/**/*.{ts,tsx}', { cwd: root }).map(
  (path) => path.split(sep).join('/'),
)

const tests = globSync('tests/**/*.ts', { cwd: root }).map((path) => path.split(sep).join('/'))

/** What each top folder of the source may import from our other folders. */
const allowed: Record<string, readonly string[]> = {
  'src/domain': [],
  'src/contract': ['src/domain'],
  'src/server': ['src/contract', 'src/domain'],
  'src/offline': ['src/contract', 'src/domain'],
  'src/app': ['src/offline', 'src/contract', 'src/domain', 'src/locales'],
  'src/locales': [],
  sw: ['src/offline', 'src/contract', 'src/domain'],
  // not part of the product: `mounts` lists where the product imports it
  'card-sandbox': [],
  'storage-sandbox': [],
  demo: ['src/server', 'src/domain'],
}

/** The only imports of code that is not part of the product. */
const mounts = [
  'src/server/assembly/localEngine.ts → card-sandbox/open.ts',
  'src/server/assembly/openEngine.ts → demo/importDemo.ts',
  'src/server/db/migrate.ts → card-sandbox/migrations.ts',
]

/** An area of the server holds these, each as a file or, with several subjects, as a folder. */
const filesOfArea = ['actions', 'alerts', 'clubFile', 'db', 'jobs', 'letters', 'links', 'officers', 'waiting']

/** Areas of the server without actions of their own in the contract, with the reason. */
const withoutContract: Record<string, string> = {
  members: 'officers keep the book of members; a member reads the roster',
  operating: 'clubs, backups and jobs are the business of whoever runs the server',
  results: 'officers count what voters and judges have sent',
}

/** Areas of the contract without a folder of the server: dispatch itself answers a batch. */
const withoutServer = ['batch']

/** Areas whose screens have another name, or none. */
const featuresOf: Record<string, readonly string[]> = {
  account: ['notifications'],
  batch: [],
  closing: ['profile'],
  desk: [],
  club: ['home'],
  eventOrders: ['events', 'passes'],
  events: ['events', 'viewer'],
  newsletter: ['notifications'],
  purchases: ['donation', 'order'],
  push: ['notifications'],
  signin: ['signin', 'password'],
  volunteers: ['events'],
}

/** Screens that ask nothing of the server. */
const withoutActions = ['legal', 'shell']

/** Numbers that the server does not choose stay beside what they are for. */
const givenNumbers: Record<string, string> = {
  'src/server/officers/clubSocket.ts longestPath': 'the system opens no socket with a longer path',
  'src/server/providers/pushEndpoint.ts authBytes': 'the standard of push messages says it',
}

const number = String.raw`\(*(?:\d[\d_.]*|(?:second|minute|hour|day)Ms)\)*`
const sum = String.raw`${number}(?:\s*(?:\*\*|[*+/-])\s*${number})*`
const member = String.raw`'?[\w-]+'?:\s*${sum}`
const declaredLimit = new RegExp(
  [
    // what says by its name that it is a limit, as a constant or in an object, and perhaps its type
    String.raw`(?<![\w.'])((?:most|longest|largest|least|max)(?:[A-Z]\w*)?|\w*(?:[a-z]Ms|[a-z]Limit|[bB]ytes|[sS]econds|[a-z]Days|[aA]tOnce))`,
    String.raw`(?:\s*:\s*[\w<>[\]|, .]+?\s*=|\s*[=:])\s*`,
    // a number, a list or an object of numbers
    String.raw`(?!0\b)(?:${sum}|\[${sum}(?:,\s*${sum})*\]|\{\s*${member}(?:,\s*${member})*,?\s*\})`,
    String.raw`(?=\s*(?:as const)?\s*[,;)}\n])`,
  ].join(''),
  'g',
)

/** The limits that a text declares: by a number, or by arithmetic of numbers and units of time. */
function listDeclaredLimits(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*/g, '')
  return [...code.matchAll(declaredLimit)].map(([, name = '']) => name)
}

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

function readImports(path: string): Import[] {
  const text = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const found: Import[] = []
  const pattern =
    /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"?]+)[^'"]*['"]\s*\)/g
  for (const match of text.matchAll(pattern)) {
    const target = match[3] ?? match[4]
    if (target === undefined) continue
    const to = normalize(join(dirname(path), target))
      .split(sep)
      .join('/')
    found.push({ from: path, to, typeOnly: match[2] !== undefined })
  }
  return found
}

const imports = sources.flatMap(readImports)

function folderOf(path: string): string | undefined {
  return Object.keys(allowed).find((folder) => path.startsWith(`${folder}/`))
}

/** A folder of the server, and each area for itself. */
function roomOf(path: string): string | undefined {
  return /^src\/server\/(areas\/[^/]+|[^/]+)\//.exec(path)?.[1]
}

function areaOf(path: string): string | undefined {
  return /^src\/server\/areas\/([^/]+)\//.exec(path)?.[1]
}

function isSql(path: string): boolean {
  return /^src\/server\/(.*\/)?db(\/|\.ts$)/.test(path)
}

/** What officers do on the command line, and how. */
function isOfficers(path: string): boolean {
  return /^src\/server\/(.*\/)?officers(\/|\.ts$)/.test(path)
}

/** What an area gives to a whole has one word everywhere, by which `assembly` finds it. */
const partsOfAreas = ['ownData']
const hasPartsOfAreas = /\/(clubFile|alerts)(\/\w+)?\.ts$|\.gen\.ts$|\/migrations\//

function isLimit(path: string): boolean {
  return path.startsWith('src/server/limits/')
}

describe('the structure of the code', () => {
  it('lies in the folders it should, and nowhere else', () => {
    expect(sources.filter((path) => folderOf(path) === undefined)).toEqual([])
  })

  it('reads when a membership ends in one place, which knows whose it is', () => {
    const reading = sources.filter(
      (path) =>
        !path.startsWith('src/server/db/migrations/') &&
        !path.endsWith('.gen.ts') &&
        /\bexpires_on\b/.test(readFileSync(join(root, path), 'utf8')),
    )
    // the others write the column: the noun's shape, and what a club file says of it
    expect(reading.sort()).toEqual([
      'src/domain/shapes/member.ts',
      'src/server/member/clubFile.ts',
      'src/server/member/db/membershipEnd.ts',
    ])
  })

  it('signs out in one place, which asks first what the member leaves on the device', () => {
    const signing = sources.filter(
      (path) =>
        path.startsWith('src/app/') &&
        !path.startsWith('src/app/session/') &&
        /\bsignOut\b|member_logout/.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(signing).toEqual(['src/app/signin/useSigningOut.ts'])
  })

  it('has no import against the direction of the five words', () => {
    const wrong = imports.filter(({ from, to }) => {
      if (mounts.includes(`${from} → ${to}`)) return false
      const source = folderOf(from)
      const target = folderOf(to)
      if (source === undefined || target === undefined || source === target) return false
      return !allowed[source]?.includes(target)
    })
    expect(wrong).toEqual([])
  })

  it('touches what is no part of it where that is mounted, and nowhere else', () => {
    const isProduct = (path: string): boolean => /^(src|sw)\//.test(path)
    const touching = imports
      .filter(({ from, to }) => isProduct(from) && !isProduct(to))
      .map(({ from, to }) => `${from} → ${to}`)
    expect(touching.sort()).toEqual(mounts)
  })

  it('keeps the schemas out of what the browser loads', () => {
    const zodFree = new Set(['src/contract/failures.ts', 'src/contract/caller.ts'])
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        !typeOnly &&
        /^(src\/(app|offline)|sw)\//.test(from) &&
        to.startsWith('src/contract/') &&
        !zodFree.has(to),
    )
    expect(wrong).toEqual([])
    const reached = [...zodFree]
      .flatMap(readImports)
      .filter(({ typeOnly, to }) => !typeOnly && !zodFree.has(to))
    expect(reached).toEqual([])
    const loaded = new Set(sources.filter((path) => /^(src\/(app|offline)|sw)\//.test(path)))
    for (const path of loaded) {
      for (const { from, to, typeOnly } of imports) if (from === path && !typeOnly) loaded.add(to)
    }
    const usesZod = /^import (?!type)[^'"]*'zod'/m
    expect([...loaded].filter((path) => usesZod.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
  })

  it('imports files by their full name', () => {
    const known = new Set(sources)
    const wrong = imports.filter(({ to }) => !/\.(css|json|svg|po)$/.test(to) && !known.has(to))
    expect(wrong).toEqual([])
  })

  it('has no cycle, imports of types included', () => {
    const edges = new Map<string, string[]>()
    for (const { from, to } of imports) {
      if (from.endsWith('routeTree.gen.ts') || to.endsWith('routeTree.gen.ts')) continue
      edges.set(from, [...(edges.get(from) ?? []), to])
    }
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
        return
      }
      if (done.has(path)) return
      for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
      done.add(path)
    }
    for (const path of edges.keys()) visit(path, [])
    expect(cycles).toEqual([])
  })

  it('keeps features apart: what several of them share is no feature', () => {
    const featureOf = (path: string): string | undefined => /^src\/app\/features\/([^/]+)\//.exec(path)?.[1]
    const wrong = imports.filter(({ from, to }) => {
      const target = featureOf(to)
      if (target === undefined || target === featureOf(from)) return false
      // routes and the drawing of documents import screens, and the router imports the shell's error pages
      if (from.startsWith('src/app/routes/') || from === 'src/app/renderPage.tsx') return false
      return !(from === 'src/app/router.tsx' && target === 'shell')
    })
    expect(wrong).toEqual([])
  })

  it('lets the database know nothing of what answers calls', () => {
    const wrong = imports.filter(
      ({ from, to }) => isSql(from) && to.startsWith('src/server/') && !isSql(to) && !isLimit(to),
    )
    expect(wrong).toEqual([])
  })

  it('has no two folders of the server that import each other, imports of types included', () => {
    const arrows = new Set(
      imports.flatMap(({ from, to }) => {
        const [own, other] = [roomOf(from), roomOf(to)]
        return own === undefined || other === undefined || own === other ? [] : [`${own} → ${other}`]
      }),
    )
    const mutual = [...arrows].filter((arrow) => arrows.has(arrow.split(' → ').reverse().join(' → ')))
    expect(mutual).toEqual([])
  })

  it('keeps the numbers of the server in one folder, which knows nothing of the server', () => {
    const isOurs = (path: string): boolean => path.startsWith('src/server/limits/')
    const knowing = imports.filter(
      ({ from, to }) => isOurs(from) && to.startsWith('src/server/') && !isOurs(to),
    )
    expect(knowing).toEqual([])
    const declared = sources
      .filter((path) => path.startsWith('src/server/') && !isOurs(path))
      .filter((path) => !path.includes('/migrations/') && !path.endsWith('.gen.ts'))
      .flatMap((path) =>
        listDeclaredLimits(readFileSync(join(root, path), 'utf8')).map((name) => `${path} ${name}`),
      )
    expect(declared.sort()).toEqual(Object.keys(givenNumbers))
    const found = 'const pace = { most: 3, windowMs: 5 * minuteMs }; const retryDays: number[] = [1, 3]\n'
    expect(listDeclaredLimits(found)).toEqual(['most', 'windowMs', 'retryDays'])
    const left = '// mostBytes = 5\nconst restMs = 0; const leaseMs = light.leaseMs / 2; f(mostBytes, 5)\n'
    expect(listDeclaredLimits(left)).toEqual([])
  })

  it('keeps the areas of the server apart, and puts them together in one place', () => {
    const wrong = imports.filter(({ from, to }) => {
      const area = areaOf(to)
      return area !== undefined && area !== areaOf(from) && !from.startsWith('src/server/assembly/')
    })
    expect(wrong.filter(({ from }) => from.startsWith('src/'))).toEqual([])
  })

  it('gathers what every area and room has a part in nowhere else', () => {
    const isPart = (path: string): boolean =>
      /^src\/server\/(areas\/)?[^/]+\/(alerts|clubFile)(\.ts$|\/)/.test(path) &&
      !path.startsWith('src/server/assembly/')
    const wrong = imports.filter(
      ({ from, to }) => isPart(to) && roomOf(from) !== roomOf(to) && roomOf(from) !== 'assembly',
    )
    expect(wrong).toEqual([])
  })

  it('gives the files of an area the same names everywhere', () => {
    const names = sources.flatMap((path) => {
      const name = /^src\/server\/areas\/[^/]+\/([^/]+)/.exec(path)?.[1]
      return name === undefined ? [] : [name.replace(/\.ts$/, '')]
    })
    expect([...new Set(names)].filter((name) => !filesOfArea.includes(name))).toEqual([])
  })

  it('calls an area by one word in the contract, the server, its tests and the screens', () => {
    const onServer = [...new Set(sources.flatMap((path) => areaOf(path) ?? []))].sort()
    const inContract = Object.keys(areas)
    const expected = [
      ...inContract.filter((area) => !withoutServer.includes(area)),
      ...Object.keys(withoutContract),
    ]
    expect(onServer).toEqual(expected.sort())
    const tested = new Set(tests.flatMap((path) => /^tests\/server\/areas\/([^/]+)\//.exec(path)?.[1] ?? []))
    expect(onServer.filter((area) => !tested.has(area))).toEqual([])
    const screens = [
      ...new Set(sources.flatMap((path) => /^src\/app\/features\/([^/]+)\//.exec(path)?.[1] ?? [])),
    ].sort()
    const named = new Set([...withoutActions, ...inContract.flatMap((area) => featuresOf[area] ?? [area])])
    expect(screens).toEqual([...named].sort())
  })

  it('exports a name once on the server, so that who searches it finds one thing', () => {
    const places = new Map<string, string[]>()
    for (const path of sources.filter(
      (path) => path.startsWith('src/server/') && !hasPartsOfAreas.test(path),
    )) {
      const text = readFileSync(join(root, path), 'utf8')
      for (const [, name = ''] of text.matchAll(
        /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm,
      )) {
        places.set(name, [...(places.get(name) ?? []), path])
      }
    }
    const twice = [...places].filter(([name, paths]) => paths.length > 1 && !partsOfAreas.includes(name))
    expect(twice).toEqual([])
  })

  it('has no drawer for everything', () => {
    const drawers = sources.filter((path) => /(^|\/)(utils?|lib|helpers?|common|misc)(\/|\.)/i.test(path))
    expect(drawers).toEqual([])
  })

  it("begins an officer's transactions in one place: a command holds none", () => {
    const beginning = sources.filter(
      (path) => isOfficers(path) && /\b(inTenant|withoutClub)\(/.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(beginning.sort()).toEqual([
      'src/server/officers/act.ts',
      // finds out which club and which event are meant, before there is anything to act in
      'src/server/officers/chooseClub.ts',
    ])
  })

  it('lets what officers do know nothing of the command line', () => {
    const ofCommands = ['command', 'csv', 'inputFile', 'options', 'outputFile', 'parse', 'refusals', 'words']
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        !typeOnly &&
        /^src\/server\/.*\/(\w*A|a)cts\.ts$/.test(from) &&
        ofCommands.some((name) => to === `src/server/officers/${name}.ts`),
    )
    expect(wrong).toEqual([])
  })

  it('keeps all SQL in files and folders named db', () => {
    const wrong = sources.filter(
      (path) =>
        path.startsWith('src/server/') &&
        !isSql(path) &&
        /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(
          readFileSync(join(root, path), 'utf8'),
        ),
    )
    expect(wrong).toEqual([])
  })

  it('lets a migration see the rows of clubs that it changes: forced security would hide them', () => {
    const changes = /(?:^|[^a-z])(?:update [a-z_]+ (?:as [a-z]+ )?set|delete from|insert into) ?/i
    const blind = sources.filter((path) => {
      if (!path.startsWith('src/server/db/migrations/')) return false
      const text = readFileSync(join(root, path), 'utf8')
      return changes.test(text) && !text.includes('withoutForce')
    })
    expect(blind).toEqual([])
  })

  it('joins every map of letters, and the examples of letters, in files that are up to date', () => {
    for (const { path, text } of makeJoinedLetters()) {
      expect(readFileSync(join(root, path), 'utf8'), `${path} is out of date: run \`npm run letters\``).toBe(
        text,
      )
    }
  })

  it('names each action in a test that calls it', () => {
    const tests = globSync('tests/{server,e2e}/**/*.ts', { cwd: root })
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n')
    const untested = Object.keys(actions).filter((name) => !new RegExp(`['"\`]${name}['"\`]`).test(tests))
    expect(untested).toEqual([])
  })

  it('has a proof for each file of Vitest with long tests', () => {
    const isLong = new RegExp(`\\binTwoSizes\\(|\\b(?:it|test|describe\\w*)\\(.*${proofTag}`)
    const given: readonly string[] = Object.values(proofs).flatMap(({ commands, env }) =>
      'PROOF' in env ? commands.flat() : [],
    )
    const long = tests.filter(
      (path) => path.endsWith('.test.ts') && isLong.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(long.length).toBeGreaterThan(0)
    expect(long.filter((path) => !given.includes(path))).toEqual([])
  })
})

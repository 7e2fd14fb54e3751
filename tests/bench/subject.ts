// What is measured: this checkout of the project or, with `--against`, another. The bench is ours in both cases; the
// product, its build, its demo and what fills its database are the checkout's own.
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Demo, Product, ProductOptions } from '../support/browsers/product.ts'
import type { Reading } from './rows.ts'

const ownRoot = join(import.meta.dirname, '..', '..')

export interface Subject {
  readonly root: string
  /** With a plus if files have changed since. */
  readonly commit: string
  /** A module of the checkout. */
  load<Module>(path: string): Promise<Module>
  startProduct(options?: ProductOptions): Promise<Product>
  /** One with the demo and the built app, for all rows that leave it as it was. It runs. */
  shareProduct(): Promise<Product>
  dispose(): Promise<void>
}

/** One round of a bench after another, of one checkout. */
export interface Meter {
  measure(): Promise<Reading[]>
  /** After all rounds: the fault of what they did together. */
  check?(): Promise<string | undefined>
}

export interface Opening {
  /** How often it will be measured, with the rounds that only warm up. */
  readonly turns: number
  /** What ends when all is measured, or when something has failed. The last that was given ends first. */
  atEnd(end: () => unknown): void
}

export interface Bench {
  readonly needsBrowser?: true
  /** Only when it is named: it takes longer than all the others. */
  readonly isApart?: true
  /** Five by default. */
  readonly rounds?: number
  /** So many rounds before them only warm up. */
  readonly warmUps?: number
  open(subject: Subject, opening: Opening): Promise<Meter>
}

/** `folder`: another checkout, with its packages. */
export async function openSubject(folder: string = ownRoot): Promise<Subject> {
  const root = resolve(folder)
  const load = <Module>(path: string) => loadFrom<Module>(root, path)
  const { startProduct } = await load<typeof import('../support/browsers/product.ts')>(
    'tests/support/browsers/product.ts',
  )
  let shared: Promise<Product> | undefined
  return {
    root,
    commit: readCommit(root),
    load,
    startProduct,
    shareProduct() {
      // rows that stand for many phones name their addresses
      shared ??= startProduct({ env: { TRUSTED_PROXY: '127.0.0.1' } })
      return shared
    },
    async dispose() {
      await (await shared)?.dispose()
    },
  }
}

export async function loadFrom<Module>(root: string, path: string): Promise<Module> {
  return (await import(pathToFileURL(join(root, path)).href)) as Module
}

/** Builds the checkout's app if its sources have changed. */
export async function buildSubject({ root, load }: Subject): Promise<void> {
  const { buildAppIfDue } =
    await load<typeof import('../../src/server/buildApp.ts')>('src/server/buildApp.ts')
  await buildAppIfDue(root, (text) => console.log(root === ownRoot ? text : `${text} (${root})`))
}

function readCommit(root: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  try {
    return `${git('rev-parse', '--short=8', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`
  } catch {
    return 'unknown' // a copy without its history
  }
}

/** The first club of the demo and its first event. */
export function findShow({ demo }: { demo: Demo }) {
  const [tenant] = demo.tenants
  const [event] = tenant?.events ?? []
  if (tenant === undefined || event === undefined) throw new Error('the demo club has no event')
  return { tenant, event }
}

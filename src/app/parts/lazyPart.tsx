// Parts of the app whose code is loaded when it is wanted. One that cannot be loaded is missing alone: it never
// reloads the page, never takes away what stands around it, and is loaded again when there is a connection.
import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import { isLoadingError, keepTrying } from './keepTrying.ts'
import { PartMissing, ScreenMissing } from './PartMissing.tsx'

interface PartOptions<Props> {
  /** Shown until the code is there, with the part's own properties. */
  Waiting?: ComponentType<Props>
  /** Shown where the code cannot be loaded. */
  Missing?: ComponentType<MissingProps<Props>>
}

export interface MissingProps<Props> {
  part: Props
  onRetry(): void
}

/** A component that can be loaded before it is drawn. `preload` never rejects. */
export type LazyPart<Props extends object> = ComponentType<Props> & { preload(): Promise<void> }

const missing = new Set<() => Promise<void>>()

/** Tries once more what was wanted and could not be loaded. Returns whether all of it is there now. */
export async function loadMissingParts(): Promise<boolean> {
  await Promise.all([...missing].map((load) => load()))
  return missing.size === 0
}

/** `load` imports the component. It may be called again after it has failed. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting, Missing = PartMissing }: PartOptions<Props> = {},
): LazyPart<Props> {
  const store = createPartStore(load)
  function Part(props: Props) {
    const { Loaded, isMissing } = useSyncExternalStore(store.subscribe, store.getState, store.getState)
    useEffect(() => void store.load(), [])
    useEffect(() => (isMissing ? keepTrying(store.load) : undefined), [isMissing])
    if (Loaded !== undefined) return <Loaded {...props} />
    if (isMissing) return <Missing part={props} onRetry={() => void store.load()} />
    return Waiting === undefined ? null : <Waiting {...props} />
  }
  return Object.assign(Part, { preload: store.load })
}

/** A part that nobody asked for: while it is missing, what stands for it until then stays. */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = Nothing,
): LazyPart<Props> {
  return lazyPart(load, { Waiting, Missing: ({ part }) => <Waiting {...part} /> })
}

function Nothing() {
  return null
}

/** What the router's file routes are split with (vite.config): the screen `name` of a module. */
export function lazyScreen(
  load: () => Promise<Record<string, ComponentType>>,
  name: string,
): LazyPart<object> {
  return lazyPart(
    async () => {
      const Screen = (await load())[name]
      if (Screen === undefined) throw new Error(`There is no screen ${name}.`)
      return Screen
    },
    { Missing: ScreenMissing },
  )
}

interface PartState<Props> {
  Loaded?: ComponentType<Props>
  isMissing: boolean
}

function createPartStore<Props>(importPart: () => Promise<ComponentType<Props>>) {
  let state: PartState<Props> = { isMissing: false }
  let running: Promise<void> | undefined
  const listeners = new Set<() => void>()

  function setState(next: PartState<Props>): void {
    state = next
    if (next.isMissing) missing.add(load)
    else missing.delete(load)
    for (const listener of listeners) listener()
  }

  async function tryOnce(): Promise<void> {
    try {
      setState({ Loaded: await importPart(), isMissing: false })
    } catch (error) {
      if (!isLoadingError(error)) reportError(error)
      setState({ isMissing: true })
    }
    running = undefined
  }

  function load(): Promise<void> {
    if (state.Loaded !== undefined) return Promise.resolve()
    running ??= tryOnce()
    return running
  }

  return {
    getState: () => state,
    load,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

// Lets every late import ask for the file that has the code. The bundler asks for a small file in between, which
// only renames what another one exports: on a slow line each costs a turn, and each had a line in the worker.
import type { OutputBundle, OutputChunk, Plugin } from 'rolldown'

interface Door {
  /** The file that has the code. */
  to: string
  /** By its name outside, the name in that file. */
  names: ReadonlyMap<string, string>
}

const manifestName = '.vite/manifest.json'

export function joinParts(): Plugin & { enforce: 'post'; apply: 'build' } {
  return {
    name: 'join-parts',
    enforce: 'post',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const doors = findDoors(bundle)
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = passDoors(file.code, doors)
          else if (file.fileName === manifestName) file.source = passManifest(String(file.source), doors)
        }
        for (const name of doors.keys()) delete bundle[name]
      },
    },
  }
}

function findDoors(bundle: OutputBundle): Map<string, Door> {
  const doors = new Map<string, Door>()
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk' || !isDoor(file)) continue
    const [, names, to] = /^export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/.exec(file.code) ?? []
    if (names === undefined)
      throw new Error(`${file.fileName}: the bundler writes its doors in another way now`)
    const pairs = names.split(',').map((pair) => pair.split(' as '))
    doors.set(file.fileName, {
      to: `assets/${to}`,
      names: new Map(pairs.map(([inside = '', outside = inside]) => [outside, inside])),
    })
  }
  return doors
}

/** A file for a late import that has no module of its own. */
function isDoor({ isDynamicEntry, moduleIds }: OutputChunk): boolean {
  return isDynamicEntry && moduleIds.length === 0
}

function passDoors(code: string, doors: ReadonlyMap<string, Door>): string {
  return code
    .replaceAll(/import\(([`"'])\.\/([^`"']+)\1\)/g, (whole, quote: string, name: string) => {
      const door = doors.get(`assets/${name}`)
      if (door === undefined) return whole
      const file = door.to.slice('assets/'.length)
      const names = [...door.names].map(([outside, inside]) => `get ${outside}(){return m.${inside}}`)
      return `import(${quote}./${file}${quote}).then(m=>({${names.join(',')}}))`
    })
    .replaceAll(/"(assets\/[^"]+\.js)"/g, (whole, name: string) => {
      const to = doors.get(name)?.to
      return to === undefined ? whole : `"${to}"`
    })
}

/** The list of files by their source, from which the server reads what an address needs. */
function passManifest(json: string, doors: ReadonlyMap<string, Door>): string {
  const files = JSON.parse(json) as Record<string, { file: string }>
  for (const file of Object.values(files)) file.file = doors.get(file.file)?.to ?? file.file
  return JSON.stringify(files, null, 2)
}

// Imports each icon from its own file: through the package's index, every icon of the app seems to need all others.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const imports = /import \{([^}]*)\} from ['"]lucide-react['"]/g

export function importIconsByFile(): Plugin {
  const files = new Map<string, string>()
  const toImport = (specifier: string): string => {
    const [name = '', local = name] = specifier.split(' as ')
    if (name.startsWith('type ')) return `import { ${specifier} } from 'lucide-react'`
    const file = files.get(name)
    if (file === undefined) throw new Error(`There is no icon ${name}.`)
    return `import ${local} from 'lucide-react/icons/${file}'`
  }
  return {
    name: 'import-icons-by-file',
    enforce: 'pre',
    apply: 'build',
    async buildStart() {
      const index = resolve(import.meta.dirname, '../node_modules/lucide-react/dist/esm/lucide-react.mjs')
      const exported = /export \{ ([^}]*) \} from '\.\/icons\/([\w-]+)\.mjs'/g
      for (const [, names = '', file = ''] of (await readFile(index, 'utf8')).matchAll(exported)) {
        for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
      }
    },
    transform(code, id) {
      if (!id.includes('/src/app/') || !code.includes('lucide-react')) return
      return code.replaceAll(imports, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map(toImport)
          .join('; '),
      )
    },
  }
}

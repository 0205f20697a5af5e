// Writes the service worker: the version of this build, and the files the app needs to open without a network.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

/** modules loaded later that are there without a network, too */
const LATER = [/\/pages\/Offline\.svelte$/, /\/pages\/RulesPage\.svelte$/, /\/messages\/\w+\.json$/]
const ICONS = ['/icon.svg', '/icon-turn.svg', '/icon-192.png', '/manifest.json']

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>

/** The files of the shell: what the first page needs, fonts, and what LATER names. */
export function shell(bundle: Bundle): string[] {
  const files = new Set<string>()
  const add = (name: string): void => {
    const found = bundle[name]
    if (!found || files.has(name)) return
    files.add(name)
    if (found.type !== 'chunk') return
    const styles = (found as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? []
    for (const other of [...found.imports, ...styles]) add(other)
  }
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === 'chunk' && (file.isEntry || LATER.some((wanted) => wanted.test(file.facadeModuleId ?? '')))) add(name)
    if (name.endsWith('.woff')) add(name)
  }
  return ['/', ...ICONS, ...[...files].sort().map((name) => `/${name}`)]
}

export function offline(): Plugin {
  return {
    name: 'bangbox-offline',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = readFileSync('offline/worker.js', 'utf8')
        const page = readFileSync('index.html', 'utf8')
        const hash = createHash('sha256').update(JSON.stringify([worker, page, Object.keys(bundle).sort()]))
        for (const path of ICONS) hash.update(readFileSync(`public${path}`))
        const version = hash.digest('hex').slice(0, 12)
        const source = worker.replace('__VERSION__', version).replace('__SHELL__', JSON.stringify(shell(bundle as Bundle)))
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}

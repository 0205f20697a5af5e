// All text comes from the message files: none is missing, none is left over, none is written into a component.
import { parse, type AST } from 'svelte/compiler'
import { describe, expect, it } from 'vitest'
import en from '../../src/messages/en.json'

const found = import.meta.glob<string>('../../src/**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true })
const sources = new Map(Object.entries(found).filter(([file]) => !file.includes('/dev/')))
const app = [...sources].filter(([file]) => !file.includes('/games/'))

describe('texts of the app', () => {
  const used = new Set<string>()
  const starts = new Set<string>()
  for (const [, text] of app) {
    for (const [, key] of text.matchAll(/\b(?:t|anyOf)\(\s*'([^']+)'/g)) used.add(key!)
    for (const [, key] of text.matchAll(/[?:]\s*'([a-z_]+(?:\.[a-z_-]+)+)'/g)) used.add(key!)
    for (const [, start] of text.matchAll(/\b(?:t|maybe)\(\s*`([a-z_]+\.)\$\{/g)) starts.add(start!)
  }
  it('are all written', () => {
    const missing = [...used].filter((key) => !(key in en) && app.some(([, text]) => text.includes(`t('${key}'`)))
    expect(missing).toEqual([])
  })
  it('are all used', () => {
    const idle = Object.keys(en).filter((key) => !used.has(key) && ![...starts].some((start) => key.startsWith(start)))
    expect(idle).toEqual([])
  })
})

describe('components', () => {
  const spoken = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label'])
  const words = /\p{L}{2,}/u
  const names = new Set(['Bangbox', 'BIG BRAIN BANG', 'mm']) // names and units are the same in every language

  function written(node: unknown, found: string[]): string[] {
    if (Array.isArray(node)) node.forEach((inner) => written(inner, found))
    else if (node && typeof node === 'object') {
      const { type, name, value, data } = node as { type?: string; name?: string; value?: unknown; data?: string }
      if (type === 'StyleDirective') return found
      if (type === 'Attribute') {
        if (spoken.has(name ?? '') && Array.isArray(value)) written(value, found)
        return found
      }
      if (type === 'Text' && data && words.test(data) && !names.has(data.trim())) found.push(data.trim())
      for (const [key, inner] of Object.entries(node))
        if (key !== 'css' && key !== 'instance' && key !== 'module') written(inner, found)
    }
    return found
  }

  it.each([...sources].filter(([file]) => file.endsWith('.svelte')))('%s has no text of its own', (_, text) => {
    const tree: AST.Root = parse(text, { modern: true })
    expect(written(tree.fragment, [])).toEqual([])
  })
})

// What is read from addresses, codes and rules pages.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isSpoken, tableOf } from '../src/front/codes'
import { parse } from '../src/app/router.svelte'
import { parseRules, plain, said } from '../src/rules/rules'

describe('addresses', () => {
  it.each([
    ['/', { page: 'front' }],
    ['/new/brains', { page: 'new', game: 'brains' }],
    ['/match/abc234', { page: 'match', id: 'abc234' }],
    ['/match/abc234/replay', { page: 'replay', id: 'abc234', at: null }],
    ['/match/abc234/at/17', { page: 'replay', id: 'abc234', at: 17 }],
    ['/rules/urknall', { page: 'rules', game: 'urknall' }],
    ['/me', { page: 'me' }],
    ['/match/abc234/at/x', { page: 'missing' }],
    ['/nowhere', { page: 'missing' }],
  ])('%s', (path, page) => expect(parse(path)).toEqual(page))
})

describe('what people paste', () => {
  it.each([
    ['http://127.0.0.1:8080/match/abcdefgh2345#join=k2j3h4g5f6d7s8a9q2w3', { id: 'abcdefgh2345', code: 'k2j3h4g5f6d7s8a9q2w3' }],
    ['https://games.example.org/match/abcdefgh2345', { id: 'abcdefgh2345', code: null }],
    ['https://games.example.org/match/abcdefgh2345/at/12', { id: 'abcdefgh2345', code: null }],
    [' ABCDEFGH2345 ', { id: 'abcdefgh2345', code: null }],
    ['abcdefgh2345 k2j3h4g5f6d7', { id: 'abcdefgh2345', code: 'k2j3h4g5f6d7' }],
  ])('%s', (text, found) => expect(tableOf(text)).toEqual(found))
  it.each(['', 'x', 'hello there you', 'https://example.org/'])('%s is no table', (text) => expect(tableOf(text)).toBeNull())
})

describe('rules pages', () => {
  const games = '../src/bangbox/games'
  const pages = readdirSync(games, { withFileTypes: true }).flatMap((folder) => {
    try {
      return [[folder.name, readFileSync(`${games}/${folder.name}/rules.en.md`, 'utf8')] as const]
    } catch {
      return []
    }
  })
  it('are there', () => expect(pages.length).toBeGreaterThanOrEqual(5))
  it.each(pages)('%s: every rule is found by its number, whole', (_, text) => {
    const page = parseRules(text)
    const numbers = [...text.matchAll(/^- \*\*([A-Z]\d+)\*\*/gm)].map((found) => found[1])
    expect([...page.rule.keys()]).toEqual(numbers)
    for (const parts of page.rule.values()) expect(plain(parts).length).toBeGreaterThan(10)
    expect(page.blocks.map((block) => ('inlines' in block ? plain(block.inlines) : '')).join(' ')).not.toMatch(/\*\*/)
  })
  it('join the lines of an item and keep tables', () => {
    const page = parseRules('# T\n\nOne\ntwo.\n\n- **X1** First *(ours)*\n  more.\n- plain\n\n| a | b |\n|---|---|\n| 1 | 2 |\n')
    expect(page.blocks.map((block) => block.kind)).toEqual(['heading', 'text', 'rule', 'item', 'table'])
    expect(plain(page.rule.get('X1')!)).toBe('First (ours) more.')
    expect(said(page, 'X1')).toEqual(page.rule.get('X1'))
    expect(page.blocks[4]).toMatchObject({ head: [[{ text: 'a' }], [{ text: 'b' }]], rows: [[[{ text: '1' }], [{ text: '2' }]]] })
  })
})

describe('a refusal', () => {
  const page = parseRules('- **R9** At 0.5 mm, *(ours)*. Nach der 30. vollen Runde *(Festlegung)*. *Zwei* am Ende.\n')
  it('is one sentence of a rule', () => {
    expect(plain(said(page, 'R9.1')!)).toBe('At 0.5 mm, (ours).')
    expect(plain(said(page, 'R9.2')!)).toBe('Nach der 30. vollen Runde (Festlegung). Zwei am Ende.')
  })
  it('is no sentence that is not there', () => {
    expect(said(page, 'R9.3')).toBeUndefined()
    expect(said(page, 'R8')).toBeUndefined()
  })
})

describe('spoken words of a table', () => {
  it.each(['blue-comet-42', 'Blue Comet 42', ' blue, comet 42 '])('%s', (text) => expect(isSpoken(text)).toBe(true))
  it.each(['', 'blue comet', 'abcdefghij42', 'https://example.org/match/abcdef12', '42'])('%s is none', (text) =>
    expect(isSpoken(text)).toBe(false),
  )
})

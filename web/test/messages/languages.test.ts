// Every language says everything: no text is missing or left over, none has lost an argument; and the right one is spoken.
import { afterEach, describe, expect, it } from 'vitest'
import { LANGUAGES, speech, understood, type Language } from '../../src/messages/language.svelte'
import { settings } from '../../src/app/settings.svelte'
import { ago, listed, maybe, t } from '../../src/messages/words'

type Texts = Record<string, string>
const app = import.meta.glob<Texts>('../../src/messages/*.json', { import: 'default', eager: true })
const boards = import.meta.glob<Texts>('../../src/games/*/messages.*.json', { import: 'default', eager: true })
const sources = import.meta.glob<string>('../../src/games/**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true })
const others = Object.keys(LANGUAGES).filter((language) => language !== 'en')

/** Names of the arguments of a text, each once. */
const places = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!))].sort()

function expectSameTexts(english: Texts, other: Texts): void {
  expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort())
  for (const [key, text] of Object.entries(english)) expect([key, places(other[key]!)]).toEqual([key, places(text)])
}

describe.each(others)('%s', (language) => {
  it('has all texts of the app', () => {
    const english = app['../../src/messages/en.json']!
    // what the server refuses it says in English itself (tests/test_languages.py looks for these)
    const own = Object.entries(app[`../../src/messages/${language}.json`]!)
    expectSameTexts(english, Object.fromEntries(own.filter(([key]) => key in english || !key.startsWith('problem.'))))
  })
  it.each(Object.keys(boards).filter((file) => file.endsWith('.en.json')))('has all texts of %s', (file) => {
    expect(boards).toHaveProperty([file.replace('.en.', `.${language}.`)])
    expectSameTexts(boards[file]!, boards[file.replace('.en.', `.${language}.`)]!)
  })
})

describe.each(Object.keys(boards).filter((file) => file.endsWith('.en.json')))('%s', (file) => {
  it('has no text that the board does not use', () => {
    const folder = file.slice(0, file.lastIndexOf('/') + 1)
    const code = Object.entries(sources)
      .filter(([name]) => name.startsWith(folder))
      .map(([, text]) => text)
      .join('\n')
    // a key is used as it is, or its beginning is put together with something: `circle.${side}`
    const starts = [...code.matchAll(/`([a-z_]+(?:\.[a-z_]+)*\.)\$\{/g)].map(([, start]) => start!)
    const idle = Object.keys(boards[file]!).filter(
      (key) => !code.includes(`'${key}'`) && !starts.some((start) => key.startsWith(start)),
    )
    expect(idle).toEqual([])
  })
})

describe('the language', () => {
  afterEach(async () => {
    settings.language = 'auto'
    await speech.speak('en')
  })

  it.each<[string[], Language]>([
    [['de-AT', 'en'], 'de'],
    [['fr-FR', 'de', 'en'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('of a browser that wants %j is %s', (tags, found) => expect(understood(tags)).toBe(found))

  it('is what the player wishes', () => {
    settings.language = 'de'
    expect(speech.wished).toBe('de')
  })
  it('changes all texts, dates and lists', async () => {
    await speech.speak('de')
    expect(document.documentElement.lang).toBe('de')
    expect(t('ask.no')).toBe('Nein')
    expect(listed(['Ann', 'Ben'])).toBe('Ann und Ben')
    expect(ago(0, 2 * 3600_000)).toBe('vor 2 Stunden')
    expect(maybe('problem.taken', 'taken')).toBe('Dieser Platz ist besetzt.')
    await speech.speak('en')
    expect(t('ask.no')).toBe('No')
    expect(document.documentElement.lang).toBe('en')
  })
  it('is the last one wished, however long the texts take', async () => {
    const slow = speech.speak('de')
    await speech.speak('en')
    await slow
    expect(speech.language).toBe('en')
  })
})

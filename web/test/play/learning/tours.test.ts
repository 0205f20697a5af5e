// Tours are offered until they are taken or declined; the worker's shell holds what the app needs to open without a network.
import { beforeEach, describe, expect, it } from 'vitest'
import { shell } from '../../../offline/plugin'
import { parse, paths } from '../../../src/app/router.svelte'
import { keep, settings } from '../../../src/app/settings.svelte'
import { hasTour, knowsTour, offersTour, tourOf } from '../../../src/play/learning/tours'

describe('a tour', () => {
  beforeEach(() => {
    localStorage.clear()
    settings.tours = []
  })

  it('is there for every game of the box, and for no other', async () => {
    expect(['bigbrainbang', 'bigxbang', 'brains', 'robbery', 'urknall'].every(hasTour)).toBe(true)
    expect(hasTour('tictactoe')).toBe(false)
    expect(offersTour('tictactoe')).toBe(false)
    expect(await tourOf('tictactoe')).toBeUndefined()
    expect((await tourOf('brains'))!.steps.length).toBeGreaterThan(4)
  })
  it('is offered once', () => {
    expect(offersTour('brains')).toBe(true)
    knowsTour('brains')
    knowsTour('brains')
    expect(offersTour('brains')).toBe(false)
    expect(offersTour('urknall')).toBe(true)
    expect(settings.tours).toEqual(['brains'])
  })
  it('is offered no more once that is kept, also where another tab has kept it', () => {
    localStorage.setItem('bangbox.settings', '{"tours":["urknall"]}')
    knowsTour('brains')
    keep()
    expect(JSON.parse(localStorage.getItem('bangbox.settings')!).tours).toEqual(['urknall', 'brains'])
  })
  it('has an address that leads back to the match', () => {
    expect(parse('/tour/brains')).toEqual({ page: 'tour', game: 'brains' })
    expect(paths.tour('brains')).toBe('/tour/brains')
    expect(paths.tour('brains', '/match/abc')).toBe('/tour/brains?from=/match/abc')
  })
})

describe('the shell', () => {
  const chunk = (facadeModuleId: string, imports: string[] = [], styles: string[] = [], isEntry = false): never =>
    ({ type: 'chunk', facadeModuleId, imports, isEntry, viteMetadata: { importedCss: new Set(styles) } }) as never
  const asset = { type: 'asset' } as never

  it('has the first page, what it imports, fonts, languages and the page that tells of it; boards are left to the network', () => {
    const found = shell({
      'assets/index.js': chunk('/web/index.html', ['assets/svelte.js'], ['assets/index.css'], true),
      'assets/svelte.js': chunk('/node_modules/svelte'),
      'assets/index.css': asset,
      'assets/font.woff': asset,
      'assets/de.js': chunk('/web/src/messages/de.json'),
      'assets/Offline.js': chunk('/web/src/pages/Offline.svelte', ['assets/svelte.js', 'assets/Icon.js']),
      'assets/Icon.js': chunk('/web/src/ui/Icon.svelte'),
      'assets/Board.js': chunk('/web/src/games/brains/Board.svelte', ['assets/svelte.js'], ['assets/Board.css']),
      'assets/Board.css': asset,
    })
    const files = ['Icon.js', 'Offline.js', 'de.js', 'font.woff', 'index.css', 'index.js', 'svelte.js'].map(
      (name) => `/assets/${name}`,
    )
    expect(found.filter((name) => name.startsWith('/assets/'))).toEqual(files)
    expect(found).toContain('/')
    expect(found).toContain('/manifest.json')
  })
})

// Messages read the same here and in Python.
import { describe, expect, it } from 'vitest'
import { render } from '../../src/messages/render'
import { shared } from '../shared'

describe('messages of the games', () => {
  it.each(shared.messages)('$game: $message.key', ({ texts, message, names, text }) => {
    expect(render(texts, message, names)).toBe(text)
  })
})

describe('a message', () => {
  const texts = { take: '{who} takes {n} {n?brain|brains} of {colour}', none: '{n?|several}', 'colour.r': 'red' }
  const say = (key: string, args: Record<string, unknown>, language?: string): string =>
    render(texts, { key, args: args as never }, ['Ann'], language)

  it('picks by number', () => {
    expect(say('take', { who: { kind: 'seat', seat: 0 }, n: 1, colour: { kind: 'key', key: 'colour.r' } })).toBe(
      'Ann takes 1 brain of red',
    )
    expect(say('take', { who: { kind: 'seat', seat: 1 }, n: 0, colour: 'blue' })).toBe('player 2 takes 0 brains of blue')
  })
  it('can pick nothing, and French has another one', () => {
    expect(say('none', { n: 1 })).toBe('')
    expect(say('none', { n: 0 })).toBe('several')
    expect(say('none', { n: 0 }, 'fr')).toBe('')
  })
  it('without a text shows its key', () => expect(say('nobody.wrote.this', {})).toBe('nobody.wrote.this'))
})

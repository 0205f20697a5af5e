// Table talk: what counts as unread.
import { beforeAll, expect, it } from 'vitest'
import { speech } from '../../src/messages/language.svelte'
import type { Note } from '../../src/net/protocol'
import { noteWords, unread } from '../../src/play/talk'

beforeAll(() => speech.speak('en'))

const note = (number: number, kind: Note['kind'], seat: number | null, text = ''): Note => ({
  number,
  time: 0,
  kind,
  seat,
  name: 'Ann',
  text,
})

it('counts what others have said since, in their own words or ready-made ones', () => {
  const notes = [note(1, 'chat', 1), note(2, 'chat', 1), note(3, 'phrase', 1, 'hello'), note(4, 'joined', 1), note(5, 'chat', 0)]
  expect(unread(notes, 1, [0])).toBe(2)
  expect(unread(notes, 0, [])).toBe(4)
  expect(unread(notes, 5, [0])).toBe(0)
})

it('reads notes out', () => {
  expect(noteWords(note(1, 'chat', 1, 'How are you?'))).toBe('How are you?')
  expect(noteWords(note(1, 'phrase', 1, 'hello'))).toBe('Hello!')
  expect(noteWords(note(1, 'joined', 1))).toBe('Ann sits down.')
})

// The facts on which Python and TypeScript must agree, as Python wrote them down.
import { readFileSync } from 'node:fs'
import type { Message } from '../src/net/protocol'

interface Shared {
  messages: { game: string; texts: Record<string, string>; message: Message; names: string[]; text: string }[]
  dice: {
    match: string
    secret: string
    commitment: string
    commitments: string[]
    contributions: string[]
    draws: { k: number; total: number; value: number }[]
  }
}

export const shared = JSON.parse(readFileSync('../tests/web/shared.json', 'utf8')) as Shared

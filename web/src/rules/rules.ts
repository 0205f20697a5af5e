// A game's rules page (Markdown) as blocks that components draw, with every rule findable by its number.
export type Inline = { text: string; style: '' | 'strong' | 'em' | 'code' }

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'text'; inlines: Inline[] }
  | { kind: 'rule'; number: string; inlines: Inline[] }
  | { kind: 'item'; inlines: Inline[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string }

export interface RulesPage {
  blocks: Block[]
  /** a rule's text by its number */
  rule: Map<string, Inline[]>
}

const STYLES = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g

/** Text with **strong**, *emphasised* and `code` parts. */
export function inlines(text: string): Inline[] {
  const found: Inline[] = []
  let end = 0
  for (const match of text.matchAll(STYLES)) {
    if (match.index > end) found.push({ text: text.slice(end, match.index), style: '' })
    const [whole, strong, em, code] = match
    found.push({ text: strong ?? em ?? code ?? '', style: strong ? 'strong' : em ? 'em' : 'code' })
    end = match.index + whole.length
  }
  if (end < text.length) found.push({ text: text.slice(end), style: '' })
  return found
}

/** Plain text of inlines. */
export const plain = (parts: Inline[]): string => parts.map((part) => part.text).join('')

/** Reads a rules page. */
export function parseRules(markdown: string): RulesPage {
  const blocks = paragraphs(markdown).map(block)
  const rule = new Map<string, Inline[]>()
  for (const found of blocks) if (found.kind === 'rule') rule.set(found.number, found.inlines)
  return { blocks, rule }
}

/** What is meant by `R9`, or by `R9.2`: its second sentence, as `sentences` of rulebook.py tells them apart. */
export function said(page: RulesPage, rule: string): Inline[] | undefined {
  const [number = '', sentence] = rule.split('.')
  const parts = page.rule.get(number)
  return sentence && parts ? sentences(parts)[Number(sentence) - 1] : parts
}

function sentences(parts: Inline[]): Inline[][] {
  const found: Inline[][] = [[]]
  for (const part of parts)
    for (const [i, text] of part.text.split(/(?<=\.) (?=[A-ZÄÖÜ])/).entries()) {
      if (i) found.push([])
      found.at(-1)!.push({ ...part, text })
    }
  return found
}

/** Lines that belong together, joined; headings, items and rows of tables stand alone. */
function paragraphs(markdown: string): string[] {
  const found: string[] = []
  let open = false
  for (const line of markdown.split('\n')) {
    const text = line.trim()
    if (!text) open = false
    else if (line.startsWith('    ') && !open) found.push(`\t${line.slice(4)}`)
    else if (text.startsWith('|') && found.at(-1)?.startsWith('|') && open) found.push(`${found.pop()}\n${text}`)
    else if (open && !/^(#|[-*] |\|)/.test(text)) found.push(`${found.pop()} ${text}`)
    else {
      found.push(text)
      open = !text.startsWith('#')
    }
  }
  return joinCode(found)
}

function joinCode(lines: string[]): string[] {
  const found: string[] = []
  for (const line of lines) {
    if (line.startsWith('\t') && found.at(-1)?.startsWith('\t')) found.push(`${found.pop()}\n${line.slice(1)}`)
    else found.push(line)
  }
  return found
}

function block(text: string): Block {
  if (text.startsWith('\t')) return { kind: 'code', text: text.slice(1) }
  const heading = /^(#+) (.*)$/.exec(text)
  if (heading) return { kind: 'heading', level: heading[1]!.length, text: heading[2]! }
  if (text.startsWith('|')) return tableBlock(text)
  const rule = /^[-*] \*\*([A-Z]+\d+[a-z]?)\*\*:?\s*(.*)$/s.exec(text)
  if (rule) return { kind: 'rule', number: rule[1]!, inlines: inlines(rule[2]!) }
  if (/^[-*] /.test(text)) return { kind: 'item', inlines: inlines(text.slice(2)) }
  return { kind: 'text', inlines: inlines(text) }
}

function tableBlock(text: string): Block {
  const rows = text
    .split('\n')
    .filter((row) => !/^\|[\s|:-]+\|?$/.test(row))
    .map((row) =>
      row
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => inlines(cell.trim())),
    )
  return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) }
}

// Reads what people paste or type to get to a table: its spoken words, a whole link, or its name with or without an invitation's code.
export interface Invited {
  id: string
  code: string | null
}

const TABLE = /(?:^|\/match\/)([a-z0-9]{6,20})(?:\/\w+)*(?:(?:#join=|[#\s]+)([a-z0-9]{8,40}))?\/?$/i

const SPOKEN = /^\s*[a-z]+[^a-z0-9]*[a-z]+[^a-z0-9]*\d{2}\s*$/i

/** Whether it could be a table's spoken words: `blue comet 42`. */
export const isSpoken = (text: string): boolean => SPOKEN.test(text) && /[^a-z0-9]/i.test(text.trim())

export function tableOf(text: string): Invited | null {
  const found = TABLE.exec(text.trim())
  return found ? { id: found[1]!.toLowerCase(), code: found[2]?.toLowerCase() ?? null } : null
}

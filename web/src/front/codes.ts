// Reads what people paste or type to get to a table: a whole link, or the table's name with or without an invitation's code.
export interface Invited {
  id: string
  code: string | null
}

const TABLE = /(?:^|\/match\/)([a-z0-9]{6,20})(?:\/\w+)*(?:(?:#join=|[#\s]+)([a-z0-9]{8,40}))?\/?$/i

export function tableOf(text: string): Invited | null {
  const found = TABLE.exec(text.trim())
  return found ? { id: found[1]!.toLowerCase(), code: found[2]?.toLowerCase() ?? null } : null
}

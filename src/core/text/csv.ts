/** Comma, semicolon or tab separated values: RFC 4180, one line at a time. */

/** The separator that a header line uses: the commonest of the three; undefined when it has none. */
export function separatorOf(header: string): ',' | ';' | '\t' | undefined {
  const counted = ([',', ';', '\t'] as const).map((separator) => ({
    separator,
    count: header.split(separator).length - 1,
  }))
  const most = counted.reduce((best, candidate) => (candidate.count > best.count ? candidate : best))
  return most.count > 0 ? most.separator : undefined
}

/** The fields of one line; quotes are removed, and doubled quotes inside them are one. */
export function fieldsOf(line: string, separator: string): readonly string[] {
  if (!line.includes('"')) return line.split(separator).map((field) => field.trim())
  const fields: string[] = []
  let field = ''
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string
    if (quoted) {
      if (character !== '"') field += character
      else if (line[at + 1] === '"') field += line[++at]
      else quoted = false
    } else if (character === '"' && field.trim() === '') {
      quoted = true
      field = ''
    } else if (character === separator) {
      fields.push(field.trim())
      field = ''
    } else field += character
  }
  return [...fields, field.trim()]
}

type Frame = { names: Set<string> | null; name: string }

/** Tells whether the value of a member decides the draw. Such a value is a whole number in plain digits. */
const isCounted = (path: string): boolean => path === 'places' || path === 'source.round' || path === 'segments..places'

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]|[a-z]+/g

/**
 * Finds a text in JSON that parsers read in different ways, or returns undefined. A repeated member is such a text,
 * because one parser takes the first value and another parser the last. A whole number written as `1e1` or `4.0` is
 * another such text.
 */
export const oddMember = (json: string): string | undefined => {
  const frames: Frame[] = []
  let before = ''
  for (const [token] of json.matchAll(TOKEN)) {
    const frame = frames.at(-1)
    if (token === '{' || token === '[') frames.push({ names: token === '{' ? new Set() : null, name: '' })
    else if (token === '}' || token === ']') frames.pop()
    else if (frame?.names && token.startsWith('"') && (before === '{' || before === ',')) {
      frame.name = JSON.parse(token) as string
      if (frame.names.has(frame.name)) return `the member ${token.slice(0, 60)} stands there twice`
      frame.names.add(frame.name)
    } else if (/^[-\d]/.test(token)) {
      const path = frames.map(({ name }) => name).join('.')
      if (isCounted(path) && !/^(0|[1-9]\d*)$/.test(token))
        return `${token.slice(0, 60)} is not written in digits alone`
    }
    before = token
  }
  return undefined
}

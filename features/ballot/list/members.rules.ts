type Frame = { names: Set<string> | null; name: string }

/** Tells whether a member decides the draw by its number: such a number is whole and written in digits alone. */
const isCounted = (path: string): boolean => path === 'places' || path === 'source.round' || path === 'segments..places'

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]|[a-z]+/g

/**
 * The fault of a JSON text that parsers read in different ways: a repeated member, of which one parser takes the first
 * and another the last, or a whole number written as `1e1` or `4.0`. Undefined where there is none.
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

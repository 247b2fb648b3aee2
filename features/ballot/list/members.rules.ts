type Frame = { names: Set<string> | null; name: string }

/** The paths of the JSON values that must be whole numbers in plain digits, because they decide the draw. */
const counted = [['places'], ['source', 'round'], ['segments', '', 'places']].map((path) => JSON.stringify(path))
const isCounted = (frames: readonly Frame[]): boolean =>
  counted.includes(JSON.stringify(frames.map(({ name }) => name)))

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]|[a-z]+/g

/**
 * Describes the first part of a JSON text that parsers may read in different ways. If an object has two values under
 * one name, one parser takes the first value, and another parser the last. A whole number that decides the draw must
 * not be written as `1e1` or `4.0`.
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
    } else if (/^[-\d]/.test(token) && isCounted(frames) && !/^(0|[1-9]\d*)$/.test(token))
      return `${token.slice(0, 60)} is not written in digits alone`
    before = token
  }
  return undefined
}

/** A version of Semantic Versioning 2.0.0 without build data. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/

export const isVersion = (text: string): boolean => VERSION.test(text)

const compareParts = (a: string, b: string): number => {
  const numbers = /^\d+$/
  if (numbers.test(a) && numbers.test(b)) return Number(a) - Number(b)
  // A number is lower than a word (Semantic Versioning 2.0.0, item 11).
  if (numbers.test(a) !== numbers.test(b)) return numbers.test(a) ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

/** Orders two versions by item 11 of Semantic Versioning 2.0.0: negative if `a` comes first. */
export const compareVersions = (a: string, b: string): number => {
  const [coreA, ...restA] = a.split('-')
  const [coreB, ...restB] = b.split('-')
  const preA = restA.join('-')
  const preB = restB.join('-')
  const core = coreA!.split('.').map((part, index) => compareParts(part, coreB!.split('.')[index]!))
  const first = core.find((difference) => difference !== 0)
  if (first !== undefined) return first
  // A pre-release such as 1.0.0-rc.1 comes before its release.
  if (preA === '' || preB === '') return Number(preA === '') - Number(preB === '')
  const partsA = preA.split('.')
  const partsB = preB.split('.')
  for (const [index, part] of partsA.entries()) {
    if (partsB[index] === undefined) return 1
    const difference = compareParts(part, partsB[index])
    if (difference !== 0) return difference
  }
  return partsA.length - partsB.length
}

const UNRELEASED = /^## Unreleased[ \t]*$/m

/** Returns the changes under the heading "Unreleased". The text is empty if the heading or its changes are missing. */
export const releaseNotes = (changelog: string): string => {
  const at = UNRELEASED.exec(changelog)
  if (!at) return ''
  const rest = changelog.slice(at.index + at[0].length)
  const next = rest.search(/^## /m)
  return (next < 0 ? rest : rest.slice(0, next)).trim()
}

/** Gives the changes under "Unreleased" their version and leaves an empty heading above them. */
export const withRelease = (changelog: string, version: string, day: string): string =>
  changelog.replace(UNRELEASED, `## Unreleased\n\n## ${version} (${day})`)

/**
 * Writes the version into package.json or its lock: into the first `version` of the file, and in a lock also into the
 * `version` of the package "". All other bytes stay unchanged, because npm writes the keys in its own order.
 */
export const lockWithVersion = (json: string, version: string): string => {
  const set = (text: string) => text.replace(/"version": "[^"]*"/, `"version": "${version}"`)
  const own = json.indexOf('"packages": {')
  return own < 0 ? set(json) : set(json.slice(0, own)) + set(json.slice(own))
}

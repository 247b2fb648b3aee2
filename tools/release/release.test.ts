import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compareVersions, isVersion, releaseNotes } from './changelog.rules.ts'

describe('versions', () => {
  test('are those of Semantic Versioning', () => {
    for (const good of ['0.1.0', '1.0.0-beta.1', '10.20.30']) expect(isVersion(good)).toBe(true)
    for (const bad of ['', 'v0.1.0', '1.0', '01.0.0', '1.0.0-', '1.0.0 ', '1.0.0+build', '１.0.0'])
      expect(isVersion(bad), bad).toBe(false)
  })
  test('have the order of Semantic Versioning', () => {
    const ordered = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11']
    const all = ['0.9.10', ...ordered, '1.0.0-rc.1', '1.0.0', '1.0.1', '1.10.0']
    expect(all.toReversed().toSorted(compareVersions)).toEqual(all)
    expect(compareVersions('1.0.0-rc.1', '1.0.0-rc.1')).toBe(0)
  })
})

test('no notes without the heading', () => {
  expect(releaseNotes('# Changelog\n\n## 0.1.0\n\n- One.\n')).toBe('')
  expect(releaseNotes('## Unreleased\n\n## 0.1.0\n\n- One.\n')).toBe('')
})

describe('a release', () => {
  let folder: string
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  const release = (version: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../release.ts'), version, '--folder', folder], {
      encoding: 'utf8',
    })
  const commitAll = () => {
    git('add', '-A')
    git('commit', '-qm', 'Begin')
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-'))
    git('init', '-q', '-b', 'main')
    git('config', 'user.name', 'Ann')
    git('config', 'user.email', 'ann@example.org')
    writeFileSync(join(folder, 'package.json'), '{\n  "name": "x",\n  "version": "0.0.1"\n}\n')
    const packages = '{\n    "": {\n      "name": "x",\n      "version": "0.0.1"\n    },\n    "node_modules/y": {\n'
    writeFileSync(
      join(folder, 'package-lock.json'),
      `{\n  "name": "x",\n  "version": "0.0.1",\n  "packages": ${packages}      "version": "3.3.3"\n    }\n  }\n}\n`,
    )
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- Starts.\n')
    commitAll()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('writes version and day, and tags the commit', () => {
    const { status, stderr } = release('0.1.0')
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 0\.1\.0 \(\d{4}-\d\d-\d\d\)\n\n- Starts\.\n$/,
    )
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({ version: '0.1.0' })
    expect(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))).toMatchObject({
      version: '0.1.0',
      packages: { '': { version: '0.1.0' }, 'node_modules/y': { version: '3.3.3' } },
    })
    expect(git('tag')).toBe('v0.1.0')
    expect(git('log', '-1', '--format=%B')).toBe('Release 0.1.0\n\n- Starts.')
    expect(git('status', '--porcelain')).toBe('')
  })

  test('is refused with the reason, and changes nothing', () => {
    expect(release('1.0').stderr).toContain('no version')
    writeFileSync(join(folder, 'new.txt'), 'x')
    expect(release('0.1.0').stderr).toContain('not committed')
    commitAll()
    git('switch', '-qc', 'work')
    expect(release('0.1.0').stderr).toContain('made on main')
    git('switch', '-q', 'main')
    expect(release('0.1.0').status).toBe(0)
    expect(release('0.2.0').stderr).toContain('lists no change')
    expect(release('0.1.0').stderr).toContain('0.1.0 exists already')
    expect(git('tag')).toBe('v0.1.0')
  })
})

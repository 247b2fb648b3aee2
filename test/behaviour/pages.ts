import { readFileSync, readdirSync } from 'node:fs'
import { root } from '../contracts.ts'

const folder = 'docs/behaviour/'
export const readPage = (name: string): string => readFileSync(`${root}${folder}${name}`, 'utf8')
export const pages: readonly string[] = readdirSync(root + folder).filter((name) => name.endsWith('.md'))

export const headingsOf = (name: string): string[] =>
  [...readPage(name).matchAll(/^#{2,} (.+)$/gm)].map(([, heading]) => heading!)

export const rowsBelow = (name: string, heading: string): string[][] =>
  (readPage(name).split(`\n## ${heading}\n`)[1] ?? '')
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| given') && !line.startsWith('| rule'))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    )

import { expect, test } from 'vitest'
import { type FileTable, readTable } from '#features/files/table.rules.ts'
import { nameTitles } from './titles.rules.ts'
import { withWholeNames } from './wholeNames.rules.ts'

const columns = [{ titles: nameTitles }]
const namesOf = (text: string, title: string, known = columns) => {
  const { header, rows } = withWholeNames(readTable(text) as FileTable, known)
  return rows.map((row) => row[header.lastIndexOf(title)])
}

test('given names and family names become one column of names', () => {
  expect(namesOf('Bib;Vorname;Nachname\n1;Ann;Lee\n2;Bo;\n', 'Name')).toEqual(['Ann Lee', 'Bo'])
  expect(namesOf('Dossard,Nom,Prénom\n1,Dupont,Anaïs\n', 'Name')).toEqual(['Anaïs Dupont'])
  expect(namesOf('Dorsal,Nombre,Apellidos\n1,Ana,García Núñez\n', 'Name')).toEqual(['Ana García Núñez'])
  expect(namesOf('号码,姓,名\n1,张,三\n2,欧阳,小满\n3,Smith,Tom\n', '姓名')).toEqual(['张三', '欧阳小满', 'Tom Smith'])
  // A short row has no family name.
  expect(namesOf('Bib,First name,Last name\n1,Ann\n', 'Name')).toEqual(['Ann'])
})

test('a column Name with family names becomes whole names, and whole names stay', () => {
  expect(namesOf('Startnummer;Name;Vorname\n1;Meier;Jonas\n2;Kurz;Eva\n', 'Name')).toEqual(['Jonas Meier', 'Eva Kurz'])
  const whole = 'Bib,Name,First name\n1,Ann Lee,Ann\n2,Bob Ray,Bob\n'
  expect(withWholeNames(readTable(whole) as FileTable, columns)).toEqual(readTable(whole))
  const both = 'Name,First name,Last name\nAnn Lee,Ann,Lee\n'
  expect(withWholeNames(readTable(both) as FileTable, columns)).toEqual(readTable(both))
  for (const alone of ['Bib,First name\n1,Ann\n', 'Bib,Name\n1,Ann Lee\n', 'Bib,Last name\n1,Lee\n'])
    expect(withWholeNames(readTable(alone) as FileTable, columns)).toEqual(readTable(alone))
})

test('a column Name of given names beside the family names takes the whole names', () => {
  expect(namesOf('Bib,Name,Surname\n1,Ann,Lee\n2,Bob,Ray\n', 'Name')).toEqual(['Ann Lee', 'Bob Ray'])
  const whole = 'Bib,Name,Surname\n1,Ann Lee,Lee\n2,Bob Ray,Ray\n'
  expect(withWholeNames(readTable(whole) as FileTable, columns)).toEqual(readTable(whole))
  const scripts = '号码,姓名,Surname\n1,张三,ZHANG\n2,李四,LI\n'
  expect(withWholeNames(readTable(scripts) as FileTable, columns)).toEqual(readTable(scripts))
})

test('a list without runners, such as the list of files, gets no names', () => {
  const text = 'file,First name,Last name\na.jpg,Ann,Lee\n'
  expect(withWholeNames(readTable(text) as FileTable, [{ titles: /^(file|name)$/i }])).toEqual(readTable(text))
})

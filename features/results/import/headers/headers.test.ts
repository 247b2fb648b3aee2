import { expect, test } from 'vitest'
import { mapResultColumns, guess } from '../reading/columns.rules.ts'
import { readTable, type FileTable } from '#features/files/table.rules.ts'
import { unusedTextIn, missingIn } from './leftOver.rules.ts'
import { withTitles } from './titleRow.rules.ts'
import { pointIn } from '../reading/points.rules.ts'
import { terms } from './terms.rules.ts'
import { plainTitle, meaningOfTitle } from './titles.rules.ts'

const term = (title: string) => meaningOfTitle(title)?.term ?? null
/** Lists the titles for which the guess finds another meaning than the expected meaning. */
const strangers = (titles: string, expected: string | null) =>
  titles.split('|').flatMap((title) => (term(title) === expected ? [] : [`${title}: ${term(title)}`]))

test('titles of other countries, and mistyped titles', () => {
  for (const [expected, titles] of [
    ['bib', 'Bib Nbr|号码薄|Startnr.|Dos.'],
    ['name', 'Name und Vorname|Nach- und Vorname|Nombre y Apellido|Atleta|Naam|Nom du participant|Nom complet'],
    ['gun', 'Temps brut|Temps Off.|T. Oficial|Brutotijd'],
    ['net', '净计|T. Real|Nettotijd'],
    ['rank', 'Cls|Rang général|Class. général|Clasificación General|Classifica generale|全组名次|Plaats'],
    ['rank_agegroup', 'Rang Kat.|Pos.Cat|组别名次|分组名次'],
    ['rank_gender', 'Pos.Sexe|男女別順位'],
    ['start', '起跑净差'],
    ['club', 'Team/Ortschaft|Vereniging'],
    ['outcome', '成绩情况|完走状況|Laufstatus|État'],
    ['city', '都道府県'],
  ] as const)
    expect(strangers(titles, expected)).toEqual([])
  for (const [expected, titles] of [
    ['bib', 'Nº Dorsal|Rugnr.|布码|N° dossard'],
    ['name', 'Athlet/in|Läufer*in|Volledige naam'],
    ['first_name', 'Voornaam'],
    ['last_name', 'Familienaam'],
    ['net', 'Tps net|Tempo reale|T. Chip'],
    ['gun', 'Tps off.|Temps Offic.|Tiempo oficial'],
    ['rank', 'Rang gén.|Pos. General|Posizione assoluta|Clasificación Gral.'],
    ['rank_gender', 'Rang sexe|Platz M/W|Posición sexo'],
    ['rank_agegroup', 'Plaats categorie|Rang Kategorie|Posizione Cat.'],
    ['gender', 'Geschl.|Geslacht|M/V|Genre'],
    ['age', 'Leeftijd|年齢'],
    ['birth', 'Geb. jaar|Année|Né(e)'],
    ['agegroup', "Kat.|Cat. d'âge|参赛组"],
    ['reason', 'Bemerk.|Opmerking|Osservazioni'],
    ['bib', 'Athlete Bib #|Race Bib Nbr|参赛运动员编号|出賽編號|背番号'],
    ['net', 'ネット記録|Nettotid|Czas netto'],
    ['gun', 'グロス記録|Bruttotid|Czas brutto'],
    ['time', '完走タイム|完走記録|Sluttid|Wynik'],
    ['rank', 'Placering|Miejsce'],
    ['rank_agegroup', 'Rank in Division|Place by Age Group|Classement par catégorie|Miejsce w kategorii'],
    ['rank_gender', 'Rank by Gender|Classement par sexe'],
    ['rank_gender', 'Sex Overall|Gender total'],
    ['rank_agegroup', 'Division Overall|Category total'],
    ['name', '선수 이름'],
    ['agegroup', 'Age Group Name|年龄组别名称|Åldersklass'],
    ['none', 'Runner Start Time'],
    [null, 'Race Start Time'],
  ] as const)
    expect(strangers(titles, expected)).toEqual([])
  // The rank within an event of a Japanese race may be by gender or by age.
  expect(strangers('種目別順位|種目順位', null)).toEqual([])
})

test('titles that Chinese and international timing firms write', () => {
  expect(
    strangers(
      '参赛编号|号码牌|号码布号|比赛号码|Bib#|Race Number|StartNo|選手號碼|號碼布|参赛号码|BIB NO.|号码簿|Startnummer|Dorsal',
      'bib',
    ),
  ).toEqual([])
  expect(strangers('编号|No|No.|#|NO|Ｎｏ．', 'number')).toEqual([])
  expect(
    strangers(
      'Runner|选手名称|参赛者|运动员|运动员姓名|姓 名|姓  名|選手姓名|Name|姓名Name|姓名 / Name|Name（姓名）',
      'name',
    ),
  ).toEqual([])
  expect(
    strangers(
      '净时间|净计时|芯片时间|净用时|全程净成绩|ChipTime|net_sec|净成绩|淨時間|Chip Time (h:mm:ss)|净成绩(时分秒)|成绩（净）',
      'net',
    ),
  ).toEqual([])
  expect(
    strangers(
      '枪时|枪计时|枪计时成绩|枪声|GunTime|Elapsed Time|clock_sec|枪声成绩|槍聲時間|枪成绩Gun Time|发枪成绩',
      'gun',
    ),
  ).toEqual([])
  expect(strangers('全程成绩|成绩|时间|完赛成绩|Finish Time|总成绩|完赛时间|比赛成绩|最终成绩|用时', 'time')).toEqual(
    [],
  )
  expect(
    strangers('枪声名次|枪声排名|净成绩排名|总排名|名次|Overall Rank|综合排名|全部枪排名|成绩排名|Place', 'rank'),
  ).toEqual([])
  expect(
    strangers('性别排名|性别名次|男女排名|Gender Place|性别枪排名|Rank (Gender)|性別淨排名', 'rank_gender'),
  ).toEqual([])
  expect(
    strangers('年龄组排名|分龄组名次|组别排名|组内名次|Category Rank|AG Place|分组名次|年龄段净排名', 'rank_agegroup'),
  ).toEqual([])
  expect(strangers('分龄组|年龄组|组别|Age Group|Div|年龄段', 'agegroup')).toEqual([])
  expect(strangers('比赛状态|成绩状态|Finish Status|状态|完赛状态|是否完赛', 'outcome')).toEqual([])
})

test('a cell that only looks like a time, a bib or a rank is none', () => {
  expect(
    strangers(
      '配速|芯片号|芯片编号|手机号|起跑时间|出发时间|报名号|Start Time|Pace|总人数|Chip No.|序号|关门时间',
      'none',
    ),
  ).toEqual([])
  expect(strangers('男子排名（含轮椅）|排名（男）|CP1枪成绩|半程|第三计时点|5公里名次|奖品', null)).toEqual([])
  expect(strangers('净枪成绩', null)).toEqual([])
})

test('every listed title is recognised, and has one meaning', () => {
  const seen = new Map<string, string>()
  for (const [meaning, languages] of Object.entries(terms))
    for (const titles of Object.values(languages))
      for (const title of titles.split(',')) {
        const plain = plainTitle(title)
        expect(plain, `${meaning}: ${title}`).not.toBe('')
        const other = seen.get(plain)
        expect(other === undefined || other === meaning, `${title}: ${other} and ${meaning}`).toBe(true)
        seen.set(plain, meaning)
      }
})

const columnsOf = (text: string, basis: 'gun' | 'net' = 'gun') => {
  const { header, rows } = readTable(text) as FileTable
  const { columns, questions } = guess(header, rows, basis)
  return {
    ...Object.fromEntries([...columns].map(([meaning, at]) => [meaning, header[at]])),
    ...(questions.length > 0 ? { asks: questions.map(({ word, header: title }) => `${word} ${title}`) } : {}),
  }
}

test('a German list has family names below Name, beside a column of first names', () => {
  const named = (rows: string) => columnsOf(`Startnummer;Name;Vorname;Netto\n${rows}`, 'net')
  expect(named('12;Meier;Jonas;3:01:00\n7;Kurz;Eva;3:02:00\n')).toEqual({
    bib: 'Startnummer',
    last_name: 'Name',
    first_name: 'Vorname',
    net: 'Netto',
  })
  expect(named('12;Jonas Meier;Jonas;3:01:00\n7;Eva Kurz;Eva;3:02:00\n')).toMatchObject({ name: 'Name' })
  // Beside a column of family names, Name may have the given names.
  const beside = (rows: string) => columnsOf(`Bib,Name,Surname,Net time\n${rows}`, 'net')
  expect(beside('12,Jonas,Meier,3:01:00\n7,Eva,Kurz,3:02:00\n')).toMatchObject({
    first_name: 'Name',
    last_name: 'Surname',
  })
  expect(beside('12,Jonas Meier,Meier,3:01:00\n7,Eva Kurz,Kurz,3:02:00\n')).toMatchObject({ name: 'Name' })
})

test('the name in the reader’s own script counts before a name in Latin letters', () => {
  expect(columnsOf('号码,英文姓名,中文姓名,成绩\nA1,Zhang San,张三,3:00:00\n')).toMatchObject({ name: '中文姓名' })
  expect(columnsOf('号码,英文姓名,成绩\nA1,Zhang San,3:00:00\n')).toMatchObject({ name: '英文姓名' })
})

test('a class of ages is an age group, a class of outcomes is the status, and a moment of the start is no time', () => {
  const runners = (title: string, cells: string) =>
    `No.,Name,Net time,${title}\n${cells
      .split('|')
      .map((cell, n) => `${100 + n * 7},Ann ${'abc'[n]},3:0${n}:00,${cell}`)
      .join('\n')}\n`
  expect(columnsOf(runners('Class', 'M40|F35|M45'), 'net')).toMatchObject({ agegroup: 'Class' })
  expect(columnsOf(runners('Wertung', 'Finished|Finished|DNF'), 'net')).toMatchObject({ outcome: 'Wertung' })
  expect(columnsOf(runners('鳴槍時間', '3:00:09|3:01:12|3:02:10'), 'net')).toMatchObject({ gun: '鳴槍時間' })
  expect(columnsOf(runners('鸣枪时间', '07:30:00|07:30:00|07:30:00'), 'net')).not.toHaveProperty('gun')
})

test('titles of halves, finishes and towns in other languages', () => {
  expect(strangers('Ziel Brutto|Tiempo Pistola|Llegada oficial', 'gun')).toEqual([])
  expect(strangers('Ziel Netto|Arrivée réel', 'net')).toEqual([])
  expect(strangers('Doss.', 'bib')).toEqual([])
  expect(strangers('Localidad|Municipio', 'city')).toEqual([])
  expect(strangers('分排', 'rank_agegroup')).toEqual([])
  expect(['Halb', '前半程'].map((title) => pointIn(title)?.label)).toEqual(['半程', '半程'])
})

test('the cells below confirm a title, or change its meaning', () => {
  expect(columnsOf('选手,成绩\n1001,优秀\n1002,良好\n')).toEqual({ bib: '选手' })
  expect(columnsOf('号码,编号,姓名,成绩\nA01,9,张三,3:00:00\nA02,7,李四,3:01:00\nA03,4,王五,3:02:00\n')).toEqual({
    bib: '号码',
    name: '姓名',
    gun: '成绩',
  })
  expect(columnsOf('No.,Name,Time\n812,Ann,3:00:00\n17,Bob,3:01:00\n440,Cat,3:02:00\n')).toMatchObject({ bib: 'No.' })
  // Numbers that rise by one from row to row are ranks or row numbers, and not bibs.
  expect(columnsOf('No.,Name,Time\n1,Ann,3:00:00\n2,Bob,3:01:00\n3,Cat,3:02:00\n')).toEqual({
    name: 'Name',
    rank: 'No.',
    gun: 'Time',
  })
  expect(columnsOf('号码,编号,成绩\nA1,1,3:00:00\nA2,2,3:01:00\nA3,3,DNF\n')).toEqual({ bib: '号码', gun: '成绩' })
  expect(columnsOf('Bib,Chip,Finish\n1,AB12,2026-11-22 10:30:00\n2,AB13,2026-11-22 10:31:00\n')).toEqual({ bib: 'Bib' })
  expect(columnsOf('Bib,Chip\n1,3:00:00\n')).toEqual({ bib: 'Bib', net: 'Chip' })
  expect(columnsOf('号码,组别,成绩\n1,男子组,3:00:00\n2,女子组,3:01:00\n')).toEqual({
    bib: '号码',
    gender: '组别',
    gun: '成绩',
  })
  expect(columnsOf('bib,nombre,apellidos,tiempo\n1,Ana,Ruiz,3:00:00\n')).toMatchObject({
    first_name: 'nombre',
    last_name: 'apellidos',
  })
  expect(columnsOf('号码,名字,成绩\n1,张三,3:00:00\n')).toMatchObject({ name: '名字' })
})

test('questions that only a person can answer: the clock of a time or a rank', () => {
  expect(columnsOf('号码,成绩\n5,3:00:00\n', 'net')).toMatchObject({ gun: '成绩', asks: ['clock 成绩'] })
  expect(columnsOf('号码,枪成绩\n5,3:00:00\n', 'net')).not.toHaveProperty('asks')
  expect(columnsOf('号码,成绩,净成绩\n5,3:00:00,2:59:00\n', 'net')).toEqual({ bib: '号码', gun: '成绩', net: '净成绩' })
  const places = '号码,枪成绩,净成绩,枪声排名,净成绩排名\n5,3:00:00,2:59:00,1,2\n'
  expect([columnsOf(places), columnsOf(places, 'net')]).toMatchObject([{ rank: '枪声排名' }, { rank: '净成绩排名' }])
  expect(columnsOf('号码,枪成绩,净排名\n5,3:00:00,1\n')).toMatchObject({ rank: '净排名', asks: ['rank_clock 净排名'] })
  const { header, rows } = readTable('号码,成绩\n5,3:00:00\n') as FileTable
  const questionsFor = (mapping: Record<string, string>) =>
    mapResultColumns(header, rows, mapping, 'net').questions.length
  expect([
    questionsFor({}),
    questionsFor({ net: '成绩' }),
    questionsFor({ gun: '#2' }),
    questionsFor({ gun: '' }),
  ]).toEqual([1, 0, 0, 0])
})

test('missing and unused columns are listed; a file without titles has columns by number', () => {
  const table = readTable('号码,成绩,奖项,赞助,配速\n5,3:00:00,冠军,1,4:10\n') as FileTable
  const { columns } = guess(table.header, table.rows)
  expect([missingIn(columns), unusedTextIn(table, columns)]).toEqual([['name', 'outcome', 'rank'], ['奖项']])
  const bare = withTitles(readTable('1001,张三,3:05:00\n1002,李四,3:06:00\n') as FileTable)
  expect(bare).toMatchObject({ header: ['', '', ''], lines: [1, 2], rows: [['1001', '张三', '3:05:00'], {}] })
  expect(mapResultColumns(bare.header, bare.rows, { bib: '#1', name: '#2', gun: '#3' }).columns.size).toBe(3)
  expect(withTitles(table)).toBe(table)
  expect(withTitles(readTable('Ann,1:31:00\nBob,1:32:00\n') as FileTable).rows).toHaveLength(2)
})

test('no title breaks the look-up, in any length or form', () => {
  for (const title of [
    '',
    ' ',
    '🏃',
    '名'.repeat(10_000),
    'time'.repeat(2000),
    '成绩排名'.repeat(9),
    '((((',
    '䶮',
    '\u0000',
  ])
    expect(() => meaningOfTitle(title)).not.toThrow()
})

test('the cells below correct an unclear or wrong title', () => {
  const meant = (...columns: [title: string, ...cells: string[]][]) => {
    const rows = [0, 1, 2].map((n) => columns.map((column) => column[n + 1]!))
    const header = columns.map(([title]) => title)
    const found = guess(header, rows).columns
    return columns.map((_, at) => [...found].find(([, column]) => column === at)?.[0] ?? null)
  }
  const bib = ['ＢＩＢ', 'Ａ１０１', 'Ａ１０２', 'Ａ１０３'] as [string, ...string[]]
  // The shorter of two times is the net time.
  expect(meant(bib, ['成绩1', '0:42:10', '0:43:00', '0:44:00'], ['成绩2', '0:42:21', '0:43:00', '0:44:09'])).toEqual([
    'bib',
    'net',
    'gun',
  ])
  // If the column "Result" holds the status, the column "Finish" holds the time.
  expect(meant(bib, ['Result', 'Finished', 'DNF', 'Finished'], ['Finish', '1:04:50', '', '1:10:00'])).toEqual([
    'bib',
    'outcome',
    'gun',
  ])
  // A group column with distances does not hold age groups. A column under "year of birth" may hold age groups.
  expect(meant(bib, ['组别', '全程', '半程', '全程'], ['Jahrgang', 'M45', 'W30', 'M40'])).toEqual([
    'bib',
    null,
    'agegroup',
  ])
  expect(
    meant(
      bib,
      ['性别Gender', '女 F', '男 M', '女/F'],
      ['Rank (total)', '1.', '2.', '3.'],
      ['CP2\n石门寨\n31.0km', '3:40:12', '3:41:00', '3:42:00'],
      ['Half [h:mm:ss]', '1:08:40', '1:09:00', '1:10:00'],
    ),
  ).toEqual(['bib', 'gender', 'rank', 'split:CP2', 'split:半程'])
})

test('a field of numbers is a rank, so no runner is ranked alone', () => {
  const french =
    'Class.;Dossard;Nom;Cat.;Class. Cat.;Temps réel\n1;17;DUPONT;SEM;1;2:59:00\n2;12;MARTIN;SEM;2;3:00:00\n3;15;PETIT;V1M;1;3:01:00\n'
  expect(columnsOf(french)).toEqual({
    bib: 'Dossard',
    last_name: 'Nom',
    agegroup: 'Cat.',
    rank: 'Class.',
    rank_agegroup: 'Class. Cat.',
    net: 'Temps réel',
  })
  expect(columnsOf('Bib,Class,Time\n1,wheelchair,1:40:00\n2,open,3:00:00\n')).toMatchObject({ field: 'Class' })
})

test('titles that timing firms write, second list', () => {
  expect(strangers('参赛编码|选手编码', 'bib')).toEqual([])
  expect(strangers('实际用时|Mat to Mat|Mat Time|Net Timing|Total Chip', 'net')).toEqual([])
  expect(strangers('Gun to Finish|Gun Timing|Total Gun', 'gun')).toEqual([])
  expect(strangers('Rk|Overall Ranking', 'rank')).toEqual([])
  expect(strangers('Rk M/F|Gender Ranking|Sex/Tot', 'rank_gender')).toEqual([])
  expect(strangers('Rk Cat|Div/Tot|Cat Ranking', 'rank_agegroup')).toEqual([])
  expect(strangers('俱乐部/跑团|单位/跑团|Club / Team', 'club')).toEqual([])
  expect(strangers('姓名/成绩', null)).toEqual([])
})

test('the cells below decide the meaning of an unclear title', () => {
  const rows = (text: string) => `号码,${text}`
  // A time that is never longer than the gun time is the net time, under any title.
  expect(columnsOf(rows('大會成績,個人成績\n1,3:00:09,3:00:00\n2,3:01:00,3:00:30\n3,3:02:00,3:02:00\n'))).toMatchObject(
    {
      gun: '大會成績',
      net: '個人成績',
    },
  )
  // Each of these titles fits the other column's times, so the import asks staff.
  expect(columnsOf(rows('Gun Time,Chip Time\n1,38:12,38:15\n2,38:20,38:24\n3,38:40,38:49\n'))).toMatchObject({
    asks: ['clock Gun Time'],
  })
  // Ranks begin at 1, and these numbers do not, so they are ages. A masked number is not a document number. A class of
  // distances is not a field.
  expect(columnsOf(rows('Ag,Time\n1,31,3:00:00\n2,28,3:01:00\n3,44,3:02:00\n4,36,3:03:00\n'))).toMatchObject({
    age: 'Ag',
  })
  expect(columnsOf(rows('证件号码,成绩\n1,3301**********0417,3:00:00\n'))).not.toHaveProperty('document')
  expect(columnsOf(rows('Class,成绩\n1,10 km,40:00\n2,5 km,20:00\n'))).not.toHaveProperty('field')
})

test('of two columns of ranks the overall rank is the one whose ranks do not repeat', () => {
  const ranked = (titles: string) =>
    columnsOf(
      `start_no,name,sex,${titles},time_netto,time_brutto\n` +
        '5,Ann,w,1,2,0:40:00,0:40:02\n6,Bob,m,1,1,0:39:00,0:39:01\n9,Cat,w,2,4,0:43:00,0:43:05\n2,Dan,m,2,3,0:42:00,0:42:09\n',
    )
  expect(ranked('place,place_nosex')).toMatchObject({ rank: 'place_nosex', rank_gender: 'place' })
  expect(ranked('place,rank')).toMatchObject({ rank: 'rank', rank_gender: 'place' })
  expect(ranked('gender place,place')).toMatchObject({ rank: 'place', rank_gender: 'gender place' })
  // The runners who share a time share a rank, so a few ranks repeat in an overall list too.
  const tied = Array.from({ length: 40 }, (_, n) => `${n + 100},R${n},${n === 1 ? 1 : n + 1},${n + 1},3:${10 + n}:00`)
  expect(columnsOf(`Bib,Name,Place,Overall,Time\n${tied.join('\n')}\n`)).toMatchObject({ rank: 'Place' })
})

test('titles of an unseen set of result files', () => {
  for (const [expected, titles] of [
    ['net', '净计时间|Net Tm'],
    ['gun', '枪计时间|Gun Tm'],
    ['bib', 'レースNo'],
    ['number', 'Numer|Lp'],
    ['rank', '到达名次|冲线名次|男女总名次'],
    ['rank_gender', '性别总名次'],
    ['agegroup', 'Faixa Etária'],
    ['outcome', '成绩类型|完赛判定'],
    ['none', '到达时间|抵达时间|冲线时刻'],
    [null, '男子名次'],
  ] as const)
    expect(strangers(titles, expected)).toEqual([])
})

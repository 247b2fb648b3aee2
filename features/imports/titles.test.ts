import { expect, test } from 'vitest'
import { mapColumns } from './rules.ts'
import { everyImport } from '#seam/server/imports.ts'
import '#server/features.ts'

/**
 * Titles as organisers and timing firms write them, by the column that they mean. Every list of runners that has the
 * column must understand all of these titles.
 */
const said: Readonly<Record<string, readonly string[]>> = {
  bib: [
    '参赛号 Bib No.',
    '参赛号',
    '参赛编号',
    '号码牌',
    '号码布号',
    '比赛号码',
    'Bib#',
    'Bib No.',
    'Race Number',
    'StartNo',
    '參賽號碼',
    '起跑號碼',
    '參賽編碼',
    '参赛号（必填）',
    'Num. dossard',
    'Rückennummer',
    '出賽編號',
    '참가번호',
    'レースナンバー',
  ],
  name: [
    '姓 名',
    '姓名/Name',
    '选手名称',
    '参赛者',
    '运动员',
    '运动员姓名',
    'Runner',
    'Full Name',
    '選手姓名',
    'Vor- und Nachname',
    '姓名（中文）',
    'Nom et prénom',
    '報名人姓名',
    '참가자',
  ],
  chip: [
    '芯片',
    '芯片号',
    'Chip Code',
    'Tag ID',
    '計時晶片',
    'Chip EPC',
    '晶片編碼',
    '計測チップ',
    '电子标签',
    '计时标签号',
    'RFID Tag No.',
    '芯片ID',
    'Timing chip',
  ],
  document: [
    '身份证号码',
    'ID No.',
    '证件号码*',
    '護照號碼',
    '证件号码/ID Number',
    'National ID Number',
    '身分證號碼',
    '身份证件号码',
    'HKID / Passport No.',
    'Travel document number',
    '身份证号（18位）',
    '旅行证件号码',
    'ID Document No.',
    '有效证件号',
  ],
  gender: ['性别', 'Gender', '性别 / Gender', 'M/F', 'Género', '性别（男/女）', 'Geslacht'],
  birth: [
    '出生年月日',
    'Date-of-Birth',
    'DOB',
    '出生日期（必填）',
    'Birth Date 出生日期',
    'Fecha de nacimiento',
    'Date of Birth (DD/MM/YYYY)',
    '생년월일',
    '出生日期(YYYY-MM-DD)',
  ],
  idtype: ['证件类别', 'Document Type', '证件类型 ID Type', '身份證件類型'],
  country: [
    '国家/地区',
    'Country/Region',
    'Nationality 国籍',
    'Nacionalidad',
    '國家或地區',
    'Citizenship',
    'Country of Citizenship',
    'Issuing Country',
    '护照签发国',
  ],
  mobile: [
    '手机号',
    '手机号码',
    'Mobile No.',
    '手机 Mobile',
    'Contact Phone',
    '行動電話',
    '携帯番号',
    'Móvil',
    '手机号（11位）',
  ],
  clothes: [
    'T恤尺码',
    '服装尺码',
    'T-Shirt Size',
    '参赛服尺码 Shirt Size',
    '上衣尺碼',
    'Taille T-shirt',
    'T-Shirt-Größe',
    '上衣尺寸',
    '服装号码',
    '衣码',
    '服装码数',
    'T恤码',
    'Size of T-shirt',
    'Finisher Tee Size',
    '穿衣尺码',
  ],
  emertel: [
    '紧急联系人手机',
    '紧急联系人电话',
    'Emergency Contact Phone',
    '緊急聯絡人電話',
    '紧急联络人手机',
    '家属电话',
    'ICE Number',
    '應急聯繫人電話',
    '緊急連絡人電話',
    'Emergency Contact No.',
    'Next of Kin Contact No.',
    'Notfallnummer',
    '緊急連絡先',
  ],
  emerrelationship: [
    '与紧急联系人关系',
    '緊急連絡人關係',
    '关系',
    'Emergency Contact Relationship',
    'Relationship to Runner',
  ],
  event: ['报名距离', '参赛距离', '報名組別', 'Race Distance', 'Event registered', '所报项目'],
  zone: [
    '出发区域',
    '分区',
    '枪别',
    '起点分区',
    '起跑分區',
    'Start Pen',
    '出发批次',
    '起跑方阵',
    'Startblock',
    '起点分枪区',
  ],
  emername: [
    '紧急联系人姓名',
    'Emergency Contact',
    'Emergency contact name',
    '紧急联络人',
    '家属姓名',
    'ICE Name',
    '应急联系人',
    '緊急連絡人',
    'In case of emergency, contact',
    'Emergency Contact Person',
    'Notfallkontakt',
    'Next of Kin',
  ],
}
/** Titles that look similar to the titles above but have another meaning. */
const others = [
  '名次',
  '订单号',
  '报名编号',
  '手机号',
  '监护人姓名',
  '监护人电话 Tel',
  'Team 名称',
  '俱乐部名称',
  '芯片押金',
  '紧急联系人及电话',
  '紧急联系人身份证',
  '国家队',
  '区域',
  '比赛服颜色',
  'Net time',
  '姓名（紧急联系人）',
  'Telefon (Notfall)',
  '手机（监护人）',
  '💡',
  'a'.repeat(10_000),
]

test('every list with a column knows its usual titles, and takes no other title for it', () => {
  let lists = 0
  // Volunteers are no runners, so their list has titles of its own.
  for (const { name, columns } of everyImport.get().filter((one) => one.name !== 'volunteers'))
    for (const column of columns) {
      const titles = said[column.name] ?? (column.name === 'idnum' ? said.document : undefined)
      // In a list of photos the name is the name of a file. In a list of devices or codes it is the name of a device
      // or a code.
      if (!titles || (column.name === 'name' && !columns.some((one) => ['bib', 'idnum'].includes(one.name)))) continue
      lists++
      for (const title of titles) expect(mapColumns([title], columns, {}).get(column.name), `${name}: ${title}`).toBe(0)
      for (const title of others.filter((one) => !titles.includes(one)))
        expect(mapColumns([title], [column], {}).has(column.name), `${name}: ${title.slice(0, 20)}`).toBe(false)
    }
  expect(lists).toBeGreaterThan(8)
})

test('a title that lists also use for another thing counts after the other titles of a list', () => {
  const columnsOf = (kind: string, ...header: string[]) => {
    const { columns } = everyImport.get().find(({ name }) => name === kind)!
    return Object.fromEntries([...mapColumns(header, columns, {})].map(([name, at]) => [name, header[at]]))
  }
  expect(columnsOf('start_list', 'ID', 'Team', 'Startnr.', 'Name')).toMatchObject({ bib: 'Startnr.', name: 'Name' })
  expect(columnsOf('start_list', '编号', '队名', '棒次')).toMatchObject({ bib: '编号', name: '队名' })
  expect(columnsOf('chips', '编号', '号码布号', '芯片号')).toEqual({ bib: '号码布号', chip: '芯片号' })
  expect(columnsOf('bibs', 'Athlete ID', 'Race No.', 'Name')).toEqual({ bib: 'Race No.', name: 'Name' })
  expect(columnsOf('bibs', 'Athlete ID', 'Name')).toEqual({ bib: 'Athlete ID', name: 'Name' })
})

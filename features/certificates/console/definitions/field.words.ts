import { type Text, text } from '#contract/words.ts'

/** The labels of a certificate's fields. The key is the name between percent signs. */
export const certificateFieldWords: Readonly<Record<string, Text>> = {
  姓名: text('姓名', '姓名', 'Name'),
  enname: text('英文姓名', '英文姓名', 'Name in Latin letters'),
  性别: text('性别', '性別', 'Gender'),
  参赛号: text('参赛号', '參賽號', 'Bib'),
  国籍: text('国籍', '國籍', 'Country'),
  俱乐部: text('俱乐部', '俱樂部', 'Club'),
  枪成绩: text('枪成绩', '槍成績', 'Gun time'),
  净成绩: text('净成绩', '淨成績', 'Net time'),
  成绩: text('成绩', '成績', 'Time'),
  配速: text('配速', '配速', 'Pace'),
  名次: text('名次', '名次', 'Place'),
  全部枪排名: text('总名次（枪）', '總名次（槍）', 'Place overall (gun)'),
  性别枪排名: text('性别名次（枪）', '性別名次（槍）', 'Place by gender (gun)'),
  全部净排名: text('总名次（净）', '總名次（淨）', 'Place overall (net)'),
  性别净排名: text('性别名次（净）', '性別名次（淨）', 'Place by gender (net)'),
  年龄段: text('年龄段', '年齡段', 'Age group'),
  年龄段排名: text('年龄段名次', '年齡段名次', 'Place in age group'),
  全部总人数: text('总人数', '總人數', 'Finishers'),
  性别总人数: text('同性别人数', '同性別人數', 'Finishers of the gender'),
  年龄段总人数: text('同年龄段人数', '同年齡段人數', 'Finishers of the age group'),
  赛事名称: text('赛事名称', '賽事名稱', 'Race'),
  英文名称: text('赛事英文名称', '賽事英文名稱', 'Race in English'),
  项目: text('项目', '項目', 'Event'),
  比赛项目: text('比赛项目', '比賽項目', 'Event'),
  城市: text('城市', '城市', 'City'),
  日期: text('比赛日期', '比賽日期', 'Race day'),
  证书编号: text('证书编号', '證書編號', 'Certificate number'),
  半程: text('半程成绩', '半程成績', 'Half-way time'),
  半程用时: text('半程分段用时', '半程分段用時', 'Half-way split'),
  半程配速: text('半程分段配速', '半程分段配速', 'Half-way split pace'),
  终点用时: text('终点分段用时', '終點分段用時', 'Last split'),
  终点配速: text('终点分段配速', '終點分段配速', 'Last split pace'),
  clothes: text('衣服尺码', '衣服尺碼', 'Shirt size'),
  runnerzone: text('出发区', '出發區', 'Start zone'),
}

export const fieldGroups = [
  { label: text('选手', '選手', 'Runner'), fields: ['姓名', 'enname', '性别', '参赛号', '国籍', '俱乐部'] },
  { label: text('成绩', '成績', 'Result'), fields: ['枪成绩', '净成绩', '成绩', '配速'] },
  {
    label: text('名次', '名次', 'Places'),
    fields: [
      '名次',
      '全部枪排名',
      '性别枪排名',
      '全部净排名',
      '性别净排名',
      '年龄段',
      '年龄段排名',
      '全部总人数',
      '性别总人数',
      '年龄段总人数',
    ],
  },
  { label: text('赛事', '賽事', 'Race'), fields: ['赛事名称', '英文名称', '项目', '城市', '日期', '证书编号'] },
  { label: text('报名', '報名', 'Registration'), fields: ['clothes', 'runnerzone'] },
] as const
/** The group of a race's report fields that have no label of ours, such as checkpoints. */
export const moreFields = text('本场赛事的其他字段', '本場賽事的其他欄位', 'Further fields of this race')

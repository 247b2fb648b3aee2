import { refusal, text } from '#contract/words.ts'

export const refusals = {
  no_teams: refusal('404', '本赛事没有团队', '本賽事沒有團隊', 'This race has no teams'),
  team_not_found: refusal(
    '404',
    '没有找到这个团队，可能已经解散',
    '找不到這個團隊，可能已經解散',
    "We couldn't find this team. It may have been dissolved",
  ),
  teams_over: refusal('409', '团队调整已截止', '團隊調整已截止', 'The deadline for team changes has passed'),
  not_a_live_registration: refusal(
    '409',
    '这份报名已失效，不能加入团队',
    '這份報名已失效，不能加入團隊',
    "This entry is no longer valid, so it can't join a team",
  ),
  in_a_team: refusal(
    '409',
    '您已在一个团队中，请先退出',
    '您已在一個團隊中，請先退出',
    "You're already in a team. Leave it first",
  ),
  not_in_team: refusal('404', '此人不在这个团队中', '此人不在這個團隊中', "This person isn't in the team"),
  team_full: refusal('409', '团队人数已满', '團隊人數已滿', 'The team is full'),
  team_password_wrong: refusal('422', '团队密码不对', '團隊密碼不對', 'Wrong team password'),
  not_captain: refusal('403', '只有队长可以这样做', '只有隊長可以這樣做', 'Only the captain can do this'),
  team_name_taken: refusal(
    '409',
    '这个团队名称已有人使用',
    '這個團隊名稱已有人使用',
    'This team name is already taken',
  ),
  last_member: refusal(
    '409',
    '这是最后一位成员，请改为解散团队',
    '這是最後一位成員，請改為解散團隊',
    'This is the last member. Dissolve the team instead',
  ),
} as const

export const words = {
  name_missing: text('团队名称未填写', '團隊名稱未填寫', 'Team name not entered'),
  profile_missing: text('团队简介未填写', '團隊簡介未填寫', 'Team profile not entered'),
  password_missing: text('团队密码未填写', '團隊密碼未填寫', 'Team password not entered'),
  cover_missing: text('团队封面未上传', '團隊封面未上傳', 'Team cover not uploaded'),
  cover_unknown: text('请重新上传团队封面', '請重新上傳團隊封面', 'Please upload the team cover again'),
} as const

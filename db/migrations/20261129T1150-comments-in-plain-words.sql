-- Comments of tables and columns in plain words. No table changes.
comment on column alarm_notes.note is 'The sealed note, which may describe an injury. Null once it is erased.';
comment on table announcements is
  'Messages of an organiser to the registrants of a race. Each message goes into the box of the account, and by '
  'text message or mail if the organiser chose this.';
comment on column app_codes.scene is 'The text in the code.';
comment on table appointment_slots is 'Spans of time with places for runners. Texts are by language.';
comment on table appointments is
  'Appointments of registrations. A registration has one live appointment for each service.';
comment on table channel_fees is
  'The share of each payment that a channel keeps, for channels whose statement does not name it.';
comment on table counters is
  'Limited things of a race: shirts of a size, seats of a bus, places in a start zone, add-ons. A thing without a '
  'row has no limit.';
comment on table declarations is
  'Declarations of runners. A runner who has not signed gets the newest version. A signature keeps the version that '
  'was signed.';
comment on table exports is
  'One-time links to a copy of the data held on an account. A link works as long as the session that asked for it '
  'is valid.';
comment on column feed_settings.comments is
  'The rule for comments: no comments, comments shown at once, or comments shown after staff allowed them.';
comment on table follow_news is
  'Passings of followed runners. Each passing has one row, so that followers get one message about it.';
comment on table follow_texts is
  'Text messages that followers of a race have got. A setting of the race limits their number.';
comment on table gear is 'Equipment that runners of an event must carry. Texts are by language.';
comment on table halls is
  'The results hall of a race after the finish. Phones send pictures to its screens and printers.';
comment on column incidents.version is 'The number of changes, so that nobody overwrites the change of another person.';
comment on column luckydraws.seed is
  'Opened seed. Null until the draw closes. On stage it is null until the source gives its random number.';
comment on column messages.announcementid is 'The announcement in the message.';
comment on table orders is 'Orders. No row is ever deleted. Each change of state also writes rows of the ledger.';
comment on table own_fields is
  'Fields that a race asks beside the built-in fields. The form of an event has the fields that it asks now. A '
  'field with answers stays in this table even if no event asks it any more.';
comment on table people is 'People whom an account signed up before. Their sealed values are shown only masked.';
comment on table personal_answers is
  'Answers to own fields of a race that ask for personal data. Answers to all other own fields are in '
  'registrations.answers.';
comment on table photo_subscriptions is 'Accounts that want a message about new photos of a bib.';
comment on table picture_checks is 'Checks that a caller is a person. A check is valid for one try.';
comment on table posters is 'Poster templates of a race: a frame with space for the runner''s photo, name and code.';
comment on table push_keys is
  'Keys by which push services know this platform, made at the first question. If the settings name a key, the '
  'server does not use these keys.';
comment on column push_subscriptions.device_ix is 'Blind index of the cookie of the browser.';
comment on table races is 'Races: the facts that a runner sees, and the settings.';
comment on column registrations.exited_at is
  'The time of the request for a refund. From then on the document cannot enter this race again, even after a '
  'deletion of the registration.';
comment on column registrations.no_follow is 'The runner''s own wish: nobody may follow this runner.';
comment on table result_films is
  'Films of a race''s cameras, uploaded and kept in pieces, and served by spans of time.';
comment on column sold_returns.refundid is 'Refund of the money. Null if nothing goes back.';
comment on table stock is
  'Pieces of a variant: one row for each slot or night, or one row for a variant without slots.';
comment on table table_exports is
  'A table that a member of staff exports as a file, from the request until its address ends.';
comment on column table_exports.rows is
  'The number of exported rows. Null while the server writes the file, and if the writing failed.';
comment on table teams is
  'Teams of a race. Their members are live registrations whose teamid names them. A registration that ends leaves '
  'its team.';
comment on table ticket_moves is 'Tickets that one account handed on to another.';
comment on table timing_changes is
  'Changes by a person of a gun, a reader''s clock or a read, each with the former value, so that staff can undo '
  'it.';
comment on column timing_entries.note is 'The sealed note, which may describe an injury. Empty once it is erased.';
comment on table timing_news is
  'Changes of results for people who follow a race live. The server keeps them for a few hours, for pages that lost '
  'their connection.';
comment on table trail_signups is 'People who walk a trail, with their consent to the use of their positions.';
comment on table waitlist_entries is 'Registrations that are or were in line.';
comment on table waitlist_groups is
  'Orders whose people want places for all of their registrations or for none. Without a row each registration of '
  'an order waits alone.';
comment on table wallet_devices is 'Phones with Apple Wallet that asked for notices about changes of a pass.';

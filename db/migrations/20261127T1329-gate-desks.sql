-- A desk may be a gate.
alter table desks drop constraint desks_preset_check;
alter table desks add constraint desks_preset_check
  check (preset in ('pickup', 'numbers', 'volunteers', 'medical', 'kiosk', 'walkup', 'finish', 'gate'));

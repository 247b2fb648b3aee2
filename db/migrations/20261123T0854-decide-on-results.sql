-- Staff hide a name and settle a doubt with a reason, as they correct a time: in the same list, undone in the same way.
alter table result_corrections
  drop constraint result_corrections_kind_check,
  add constraint result_corrections_kind_check check (kind in ('time', 'outcome', 'swap', 'team', 'name', 'doubt'));

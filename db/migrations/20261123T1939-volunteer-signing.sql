alter table volunteers add came_at timestamptz, add left_at timestamptz,
  add constraint volunteers_left_after_came check (left_at is null or left_at >= came_at and came_at is not null);
comment on column volunteers.came_at is 'The moment at which the volunteer was signed in at a desk; null before.';
comment on column volunteers.left_at is 'The moment at which the volunteer was signed out. The hours of the shift lie between both.';

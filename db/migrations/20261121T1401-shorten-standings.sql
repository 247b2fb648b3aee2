-- Standings are written in half as many bytes (features/results/standings.rules.ts); those kept the longer way are made anew when they are first asked for.
delete from result_standings;

import type { Command } from 'commander';
import { moveToPostgres } from '../../assemble/move.js';
import type { Answer } from '../answer.js';
import type { Bind } from '../bind.js';
import { readConfig, type Context } from '../context.js';
import { CliError } from '../exit.js';
import { count } from '../print/text.js';
import { maybeIso, timesIn } from '../print/times.js';

export function addMigrateCommands(program: Command, bind: Bind): void {
  program
    .command('migrate')
    .description('copies a store that is a file into an empty one on PostgreSQL, and compares the two')
    .requiredOption('--to <url>', 'postgres://user@host/database; its schema is the first of the search path')
    .action(bind(migrate));
}

async function migrate(context: Context, _args: readonly string[], { to }: { to: string }): Promise<Answer> {
  if (!/^postgres(ql)?:\/\//.test(to))
    throw new CliError(
      2,
      'migrate copies a store to PostgreSQL: write --to postgres://user@host/database. Nothing was done.',
    );
  const { config } = await readConfig(context);
  const seams = context.seams();
  const { tables, before } = await moveToPostgres(config, to, seams, ({ table, rows, of }) => {
    if (of > 10_000) context.terminal.err(`${table}: ${rows} of ${of} rows\n`);
  });
  const rows = tables.reduce((sum, one) => sum + one.rows, 0);
  const moved = `${count(rows, 'row')} in ${count(tables.length, 'table')}`;
  const did =
    before === null
      ? `The store was copied and compared, table by table: ${moved}.`
      : `The store was moved there already, ${timesIn(config.timezone, seams.clock.now()).aged(before)}, and both still hold the same: ${moved} were compared, and nothing was copied.`;
  return {
    text: `${did} Write its address as \`store:\` in the configuration and start feedsync; data_dir stays as it is, and where several machines work on the store it lies on a volume that all of them see. The file is as it was: delete it when you are sure, and do not start feedsync on it again.`,
    json: {
      tables: Object.fromEntries(tables.map((one) => [one.table, one.rows])),
      rows,
      moved_before: maybeIso(before),
    },
  };
}

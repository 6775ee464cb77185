import type { Command } from 'commander';
import { moveToPostgres } from '../../assemble/move.js';
import type { Answer } from '../answer.js';
import type { Bind } from '../bind.js';
import { readConfig, type Context } from '../context.js';
import { CliError } from '../exit.js';
import { count } from '../print/text.js';
import { maybeIso, timesIn } from '../print/times.js';

export function addCommands(program: Command, bind: Bind): void {
  program
    .command('migrate')
    .summary('Copy a store in a file to PostgreSQL')
    .description(
      'Copy a store in a file to an empty one on PostgreSQL, and compare the two. Stop the daemon first.',
    )
    .requiredOption(
      '--to <url>',
      'postgres://user@host/database; the first schema of its search path is used',
    )
    .action(bind(migrate));
}

async function migrate(context: Context, _args: readonly string[], { to }: { to: string }): Promise<Answer> {
  if (!/^postgres(ql)?:\/\//.test(to))
    throw new CliError(
      2,
      'migrate copies a store to PostgreSQL; nothing was done. Write --to postgres://user@host/database.',
    );
  const { config } = await readConfig(context);
  const seams = await context.seams();
  const { tables, before } = await moveToPostgres(config, to, seams, ({ table, rows, of }) => {
    if (of > 10_000) context.terminal.err(`${table}: ${rows} of ${of} rows\n`);
  });
  const rows = tables.reduce((sum, one) => sum + one.rows, 0);
  const moved = `${count(rows, 'row')} in ${count(tables.length, 'table')}`;
  const did =
    before === null
      ? `The store was copied and compared, table by table: ${moved}.`
      : `The store was copied before, ${timesIn(config.timezone, seams.clock.now()).aged(before)}, and both are still equal: ${moved} compared, nothing copied.`;
  return {
    text: `${did} Write its address as \`store:\` in the configuration and start feedsync. data_dir stays as it is; if several machines share the store, put data_dir on a volume that all of them see. The file is unchanged: delete it when you are sure, and do not start feedsync on it again.`,
    json: {
      tables: Object.fromEntries(tables.map((one) => [one.table, one.rows])),
      rows,
      moved_before: maybeIso(before),
    },
  };
}

import type { Command } from 'commander';
import { isClosable } from '../../core/setup/notice-plan.js';
import { noticeItems } from '../../inspect/attention/notice-items.js';
import type { Answer } from '../answer.js';
import type { Bind } from '../bind.js';
import { readConfig, viewStore, type Context } from '../context.js';
import { CliError } from '../exit.js';
import { executeRequest } from '../execute-request.js';
import { table } from '../print/table.js';
import { maybeIso } from '../print/times.js';
import { attentionContext } from './attention.js';

export function addCommands(program: Command, bind: Bind): void {
  program
    .command('close')
    .summary('Close an item that its agency does not answer')
    .description(
      'Close an attention item that its agency has not answered for 14 days: it comes back only if its cause opens again. Without an item, show which can be closed. Holds are approved or rejected instead.',
    )
    .argument('[item]', 'Item, in quotation marks, as it is shown without one')
    .option('--reason <text>', 'Why it is closed, for the audit')
    .action(bind(close));
}

async function close(
  context: Context,
  [cause]: readonly string[],
  { reason = '' }: { reason?: string },
): Promise<Answer> {
  if (cause === undefined) return show(context);
  if (reason.trim() === '') throw new CliError(2, 'Give the reason: `--reason "Why it is closed"`.');
  const { config } = await readConfig(context);
  const request = { kind: 'close_item', payload: { cause, reason: reason.trim() } } as const;
  return executeRequest(context, config, request, 'feedsync close');
}

async function show(context: Context): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { store, now, times } = view;
    const items = await noticeItems(store, 'all', await attentionContext(view));
    const closable = items.filter((item) => isClosable(item, now));
    const rows = closable.map(({ cause, kind, agency, since }) => [cause, kind, agency, times.aged(since)]);
    return {
      text: table(['item', 'kind', 'agency', 'since'], rows, 'No item can be closed.'),
      json: {
        closable: closable.map(({ cause, kind, agency, connectionId, since }) => ({
          ...{ item: cause, kind, agency, connection: connectionId, since: maybeIso(since) },
        })),
      },
    };
  });
}

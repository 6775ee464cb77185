import type { Command } from 'commander';
import { holdDocument, holdLineDocument } from '../../documents/hold.js';
import { decideText, expectAbove, titlesShown } from '../../texts/hold-text.js';

import type { HoldLine, Hold } from '../../model/hold.js';
import type { Rename } from '../../store/store.js';
import type { Answer } from '../answer.js';
import { attentionIn } from './attention.js';
import { several, wholeNumber, type Bind } from '../bind.js';
import { readConfig, viewStore, type Context, type StoreView } from '../context.js';
import { CliError } from '../exit.js';
import { executeRequest } from '../execute-request.js';
import { count, indent, oneLine } from '../print/text.js';

const onlyHelp = 'of listings that nothing here knows: only this one; may be given several times';

interface DecideOptions {
  expect?: number;
  only?: string[] | undefined;
  giveTo?: string | undefined;
  rekey?: boolean | undefined;
}

export function addHoldCommands(program: Command, bind: Bind): void {
  program
    .command('holds')
    .description('what waits for a person’s decision')
    .option('--all', 'decided and closed ones too')
    .action(bind(holds));
  program
    .command('approve')
    .description('take off exactly the listings that a hold shows, less those that came back')
    .argument('<hold>', 'its number')
    .option('--expect <n>', `how many listings it showed; required above ${expectAbove}`, wholeNumber)
    .option('--only <id>', onlyHelp, several)
    .option('--give-to <feed>', 'of a feed that is gone: its listings pass to this feed of the connection')
    .option('--rekey', 'of a file with renamed ids: listings that match go on under their new ids')
    .action(
      bind<DecideOptions>((context, args, { expect, only, giveTo, rekey }) =>
        decide(context, 'approve', args, { expect: expect ?? null, only, giveTo, rekey }),
      ),
    );
  program
    .command('reject')
    .description('keep the listings of a hold on the portal')
    .argument('<hold>', 'its number')
    .option('--only <id>', onlyHelp, several)
    .action(
      bind<DecideOptions>((context, args, { only }) =>
        decide(context, 'reject', args, { expect: null, only }),
      ),
    );
}

interface Shown {
  hold: Hold;
  lines: HoldLine[];
  renames: Rename[];
}

async function holds(
  context: Context,
  _args: readonly string[],
  options: { all?: boolean },
): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { store } = view;
    const rows = options.all === true ? await store.holds.all() : await store.holds.open({});
    const shown: Shown[] = [];
    for (const { id } of rows) {
      const found = await store.holds.get(id);
      if (found !== null) shown.push(found);
    }
    return {
      text:
        shown.length === 0
          ? 'Nothing waits for a decision.'
          : shown.map((one) => describe(one, view)).join('\n\n'),
      json: { holds: shown.map((one) => document(one, view)) },
      attention: await attentionIn(view),
      needsPerson: true,
    };
  });
}

function describe({ hold, lines, renames }: Shown, { times, feedName }: StoreView): string {
  const feed = feedName(hold.feedId) ?? `connection ${hold.connectionId}`;
  const newIds = new Map(renames.map(({ externalId, sourceId }) => [externalId, sourceId]));
  const titles = lines
    .slice(0, titlesShown)
    .map(
      (line) =>
        `${line.externalId}${renamedTo(newIds.get(line.externalId))}  ${oneLine(line.title ?? '', 70)}  (last seen ${times.aged(line.lastSeenAt)})`,
    );
  const more =
    lines.length > titlesShown ? [`… and ${lines.length - titlesShown} more (--json lists them)`] : [];
  const decision =
    hold.state === 'open'
      ? decideText(hold, renames.length)
      : `${hold.state} ${times.aged(hold.decidedAt)}${hold.decidedBy === null ? '' : ` by ${hold.decidedBy}`}`;
  return [
    `Hold ${hold.id}: ${hold.kind} of ${feed}, ${count(hold.lineCount, 'listing')}, since ${times.aged(hold.openedAt)}`,
    ...[hold.reason, ...titles, ...more, decision].map((line) => indent(line)),
  ].join('\n');
}

function renamedTo(sourceId: string | undefined): string {
  return sourceId === undefined ? '' : ` → ${oneLine(sourceId, 40)}`;
}

function document({ hold, lines, renames }: Shown, { feedName }: StoreView): Record<string, unknown> {
  return {
    ...holdDocument(hold, feedName),
    renames: renames.map(({ externalId, ownId, sourceId }) => ({
      external_id: externalId,
      source_id: sourceId,
      own_id: ownId,
    })),
    listings: lines.map((line) => holdLineDocument(line, line.title)),
  };
}

async function decide(
  context: Context,
  kind: 'approve' | 'reject',
  [text = '']: readonly string[],
  { expect, only, giveTo, rekey }: Omit<DecideOptions, 'expect'> & { expect: number | null },
): Promise<Answer> {
  if (!/^\d{1,9}$/.test(text))
    throw new CliError(2, `"${text}" is no hold. Write its number, which \`feedsync holds\` shows.`);
  const { config } = await readConfig(context);
  const pending = `it will ${kind} hold ${text} by itself. \`feedsync holds --all\` shows when that is done.`;
  return executeRequest(
    context,
    config,
    { kind, payload: { holdId: Number(text), expect, only, giveTo, rekey } },
    pending,
  );
}

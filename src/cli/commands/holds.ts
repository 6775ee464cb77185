import type { SourceId } from '../../model/ids.js';
import type { Command } from 'commander';
import { holdDocument, holdLineDocument } from '../../documents/hold.js';
import { expectAbove } from '../../core/removals/typed-above.js';
import { decideText, titlesShown } from '../../texts/hold-text.js';

import { describedDoubts, doubtsOfHold, type DescribedDoubt } from '../../inspect/hold-doubts.js';
import { doubtDocument } from '../../documents/doubt.js';
import { isRemovalLine, type HoldLine, type Hold } from '../../model/hold.js';
import type { Rename } from '../../store/store.js';
import type { Answer } from '../answer.js';
import { attentionIn } from './attention.js';
import { listedQuestions } from './shared-questions.js';
import { exitsForAttention, several, wholeNumber, type Bind } from '../bind.js';
import { readConfig, viewStore, type Context, type StoreView } from '../context.js';
import { CliError } from '../exit.js';
import { executeRequest } from '../execute-request.js';
import { dayOf, isoDay } from './expect.js';
import { count, indent, oneLine } from '../print/text.js';

const onlyHelp = 'Of a hold of unknown listings, only this listing; repeatable';

interface DecideOptions {
  expect?: number;
  only?: string[] | undefined;
  giveTo?: string | undefined;
  rekey?: boolean | undefined;
  hideUntil?: string | undefined;
}

export function addCommands(program: Command, bind: Bind): void {
  exitsForAttention(program.command('holds'))
    .summary('List the holds: what waits for a decision')
    .description(
      'List the open holds: removals, files, unknown listings and values in doubt that wait for a decision, with the commands that decide. What three feeds of one mapping or host ask alike is listed first, as one question. Nothing is approved automatically.',
    )
    .option('--all', 'Include decided and closed holds')
    .action(bind(holds));
  program
    .command('approve')
    .summary('Approve a hold: remove the listings that it shows')
    .description(
      'Approve a hold: remove exactly the listings that it shows, except those that came back, accept the file that it kept back, or confirm the values in doubt.',
    )
    .argument('<hold>', 'Number of the hold')
    .option(
      '--expect <n>',
      `Number of listings that the hold showed; required above ${expectAbove}`,
      wholeNumber,
    )
    .option('--only <id>', onlyHelp, several)
    .option(
      '--give-to <feed>',
      'Of a feed that is gone, transfer the listings to this feed of the connection',
    )
    .option(
      '--hide-until <date>',
      'Of removals, hide the listings instead: they keep their ids and come back when the feed has them again; on this day the removal is asked about again',
      isoDay,
    )
    .option('--rekey', 'Of a file with renamed ids, keep matching listings under their new ids')
    .action(
      bind<DecideOptions>((context, args, { expect, ...how }) =>
        decide(context, 'approve', args, { expect: expect ?? null, ...how }),
      ),
    );
  program
    .command('reject')
    .summary('Reject a hold: keep its listings on the portal')
    .description(
      'Reject a hold: keep its listings on the portal, or what is live instead of the values in doubt.',
    )
    .argument('<hold>', 'Number of the hold')
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
  /** Of a hold of kind `content`: its lines. */
  doubts: DescribedDoubt[];
  /** The doubts that no question of several feeds has. */
  alone: DescribedDoubt[];
}

async function holds(
  context: Context,
  _args: readonly string[],
  options: { all?: boolean },
): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { store } = view;
    const rows = options.all === true ? await store.holds.all() : await store.holds.open({});
    const questions = await listedQuestions(view);
    const shown: Shown[] = [];
    for (const { id } of rows) {
      const found = await store.holds.get(id);
      if (found === null) continue;
      const doubts = await doubtsOfHold(found.hold, store, view.now);
      const described = await describedDoubts(doubts, store);
      shown.push({ ...found, doubts: described, alone: described.filter((doubt) => !questions.has(doubt)) });
    }
    const texts = [
      ...questions.texts,
      ...shown
        .filter(({ doubts, alone }) => doubts.length === 0 || alone.length > 0)
        .map((one) => describe(one, view)),
    ];
    return {
      text: texts.length === 0 ? 'No hold is open.' : texts.join('\n\n'),
      json: { holds: shown.map((one) => document(one, view)), questions: questions.documents },
      attention: await attentionIn(view),
    };
  });
}

function describe({ hold, lines, renames, doubts, alone }: Shown, { times, feedName }: StoreView): string {
  const feed = feedName(hold.feedId) ?? `connection ${hold.connectionId}`;
  const newIds = new Map(renames.map(({ externalId, sourceId }) => [externalId, sourceId]));
  const titles = lines
    .slice(0, titlesShown)
    .map(
      (line) =>
        `${line.externalId}${renamedTo(newIds.get(line.externalId))}  ${oneLine(line.title ?? '', 70)}  (${isRemovalLine(line) ? '' : 'becomes inactive, not removed; '}last seen ${times.aged(line.lastSeenAt)})`,
    );
  titles.push(
    ...alone
      .slice(0, titlesShown)
      .map(
        (doubt) =>
          `${doubt.externalId}  ${oneLine(doubt.title ?? '', 60)}: ${oneLine(doubt.sentence.en, 240)}`,
      ),
  );
  const shownMax = Math.max(lines.length, alone.length);
  const asked = doubts.length - alone.length;
  const elsewhere =
    asked > 0 ? [`${count(asked, 'value')} of them: see the questions of several feeds above`] : [];
  const more = shownMax > titlesShown ? [`… and ${shownMax - titlesShown} more (--json lists them)`] : [];
  const decision =
    hold.state === 'open'
      ? decideText(hold, renames.length)
      : `${hold.state} ${times.aged(hold.decidedAt)}${hold.decidedBy === null ? '' : ` by ${hold.decidedBy}`}`;
  return [
    `Hold ${hold.id}: ${hold.kind} of ${feed}, ${count(hold.lineCount, hold.kind === 'content' ? 'value' : 'listing')}, since ${times.aged(hold.openedAt)}`,
    ...[hold.reason, ...titles, ...more, ...elsewhere, decision].map((line) => indent(line)),
  ].join('\n');
}

function renamedTo(sourceId: SourceId | undefined): string {
  return sourceId === undefined ? '' : ` → ${oneLine(sourceId, 40)}`;
}

function document({ hold, lines, renames, doubts }: Shown, { feedName }: StoreView): Record<string, unknown> {
  return {
    ...holdDocument(hold, feedName),
    renames: renames.map(({ externalId, ownId, sourceId }) => ({
      external_id: externalId,
      source_id: sourceId,
      own_id: ownId,
    })),
    listings: lines.map((line) => holdLineDocument(line, line.title)),
    ...(hold.kind === 'content' && { doubts: doubts.map(doubtDocument) }),
  };
}

async function decide(
  context: Context,
  kind: 'approve' | 'reject',
  [text = '']: readonly string[],
  { expect, only, giveTo, rekey, hideUntil }: Omit<DecideOptions, 'expect'> & { expect: number | null },
): Promise<Answer> {
  if (!/^\d{1,9}$/.test(text))
    throw new CliError(2, `"${text}" is not the number of a hold. \`feedsync holds\` shows the numbers.`);
  const { config } = await readConfig(context);
  return executeRequest(
    context,
    config,
    {
      kind,
      payload: {
        ...{ holdId: Number(text), expect, only, giveTo, rekey },
        ...(hideUntil !== undefined && {
          hideUntil: dayOf(hideUntil, config.timezone).startOf('day').toMillis(),
        }),
      },
    },
    'feedsync holds --all',
  );
}

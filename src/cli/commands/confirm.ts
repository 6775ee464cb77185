import { Option, type Command } from 'commander';
import { contentFields, contentRules, type ContentField, type ContentRule } from '../../model/content.js';
import type { Answer } from '../answer.js';
import { wholeNumber, type Bind } from '../bind.js';
import { readConfig, scopeOf, viewStore, type Context, type ScopeOptions } from '../context.js';
import { CliError } from '../exit.js';
import { executeRequest } from '../execute-request.js';
import { answerQuestion, namesQuestion, type QuestionOptions } from './shared-questions.js';
import { exactListing } from '../exact-listing.js';

interface ConfirmOptions extends ScopeOptions, QuestionOptions {
  field?: ContentField;
  rule?: ContentRule;
  undo?: boolean;
}

/** The command that decides about doubtful values: of one listing, or all of a feed that one rule holds. */
export function addCommands(program: Command, bind: Bind): void {
  program
    .command('confirm')
    .summary('Confirm a value that is in doubt, so that it goes live')
    .description(
      'Confirm a price, area or state that is in doubt: it goes live as the feed has it. Of one listing, with --feed and --rule all that a rule holds, or with --question what several feeds ask alike. `feedsync holds` shows what is in doubt.',
    )
    .argument('[external-id]', 'Id of the listing')
    .addOption(
      new Option('--field <field>', 'The value, if several of the listing are in doubt').choices(
        contentFields,
      ),
    )
    .option('--connection <id>', 'Its connection, if several connections have the id')
    .option('--feed <name>', 'With --rule: the feed')
    .addOption(
      new Option('--rule <rule>', 'All values of the feed that this rule holds').choices(contentRules),
    )
    .option('--expect <n>', 'Number of values that were shown; required above 50', wholeNumber)
    .option('--question <id>', 'A question that several feeds share, as `feedsync holds` shows it')
    .option('--mapping <name>', 'With --rule or --word: the question that feeds with this mapping share')
    .option('--host <name>', 'With --rule or --word: the question that feeds of this host share')
    .option('--word <word>', 'With --mapping or --host: the unknown word that is asked')
    .option('--as <meaning>', 'What the word means in all these feeds, such as inactive or sold')
    .option('--dry-run', 'With a question: list every listing and value that the answer changes')
    .option('--undo', 'Take the confirmation back: the value before it is sent again')
    .action(bind(confirm));
}

async function confirm(context: Context, [id]: readonly string[], options: ConfirmOptions): Promise<Answer> {
  if (namesQuestion(options)) {
    if (id === undefined && options.feed === undefined && options.undo === undefined)
      return answerQuestion(context, options);
    throw new CliError(
      2,
      'A question that several feeds share is named without a listing, --feed and --undo, such as `feedsync confirm --mapping NAME --rule band --dry-run`; nothing was changed.',
    );
  }
  const { config } = await readConfig(context);
  const payload = await requestOf(context, id, options);
  return executeRequest(context, config, { kind: 'confirm', payload }, 'feedsync holds');
}

function requestOf(
  context: Context,
  id: string | undefined,
  {
    field = null,
    rule,
    feed,
    connection,
    expect = null,
    undo = false,
  }: Omit<ConfirmOptions, 'field' | 'expect'> & {
    expect?: number | null;
    field?: ContentField | null;
  },
): Record<string, unknown> | Promise<Record<string, unknown>> {
  if (id !== undefined && rule === undefined)
    return undo
      ? undoOf(
          context,
          id,
          { ...(connection !== undefined && { connection }), ...(feed !== undefined && { feed }) },
          field,
        )
      : lineOf(context, id, { connection, field });
  if (id === undefined && rule !== undefined && feed !== undefined && !undo)
    return { of: 'rule', feed, rule, expect };
  throw new CliError(
    2,
    'Name a listing, such as `feedsync confirm A-17`, or a feed and a rule, such as `feedsync confirm --feed agency --rule band`; nothing was changed.',
  );
}

async function undoOf(
  context: Context,
  id: string,
  options: ScopeOptions,
  field: ContentField | null,
): Promise<Record<string, unknown>> {
  return { of: 'undo', ...(await exactListing(context, id, options)), field };
}

/** The value that is in doubt now is confirmed, and no other that the record may have by the time of execution. */
async function lineOf(
  context: Context,
  externalId: string,
  { connection, field }: { connection: string | undefined; field: ContentField | null },
): Promise<Record<string, unknown>> {
  return viewStore(context, async ({ store, feeds }) => {
    const { connectionId } = scopeOf({ ...(connection !== undefined && { connection }) }, feeds);
    const doubts = (await store.content.doubtsOf(externalId, connectionId)).filter(
      (doubt) => field === null || doubt.field === field,
    );
    const [one, another] = doubts;
    if (one !== undefined && another !== undefined)
      throw new CliError(
        2,
        `Several values of ${externalId} are in doubt (${doubts.map((doubt) => `--field ${doubt.field} --connection ${doubt.connectionId}`).join(', ')}): choose one; nothing was changed.`,
      );
    return {
      of: 'listing',
      connectionId: one?.connectionId ?? connectionId ?? null,
      externalId,
      field,
      value: one?.value ?? null,
    };
  });
}

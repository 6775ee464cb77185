import { Option, type Command } from 'commander';
import { agencyState } from '../../core/setup/setup-steps.js';
import { whyNotSend } from '../../texts/why-not-send.js';
import { causeSentence, fieldName } from '../../texts/issue-sentences.js';
import { readingSentence } from '../../texts/setup-texts.js';
import { currentStatement } from '../../texts/statements.js';
import { agencyLanguages, type AgencyLanguage } from '../../store/contract/setups.js';
import { stateOfSetup } from '../../store/facts/setup-facts.js';
import type { SetupRecord, Store } from '../../store/store.js';
import type { Answer } from '../answer.js';
import { several, type Bind } from '../bind.js';
import { readConfig, viewStore, type Context } from '../context.js';
import { CliError } from '../exit.js';
import { executeRequest } from '../execute-request.js';
import { agencySummarySchema } from '../../wire/replies.js';

interface Person {
  by: string;
  role: string;
  language: AgencyLanguage;
}

/** The steps of one agency, as its own pages take them. */
export function addAgencyStepCommands(agencies: Command, bind: Bind): void {
  agencies
    .command('show')
    .description('what was read of its feed, what it is asked, and what is to be done next')
    .argument('<name>', 'of the agency')
    .action(bind(show));
  agencies
    .command('connect')
    .description('redeem the connect code that the portal shows to the agency')
    .argument('<name>', 'of the agency')
    .argument('<code>', 'the code')
    .action(bind(connect));
  person(agencies.command('confirm'))
    .description(
      'say that the agency that the portal names is the right one, or with --reject that it is not',
    )
    .argument('<name>', 'of the agency')
    .option('--reject', 'it is another one: the connection ends')
    .action(bind(confirm));
  person(agencies.command('answer'))
    .description('what only the agency knows: each answer is kept word for word with who gave it')
    .argument('<name>', 'of the agency')
    .addOption(new Option('--mandate <answer>', 'the agency holds the mandates').choices(['yes', 'no']))
    .addOption(new Option('--owner-nearby <answer>', 'owners of rentals live nearby').choices(['yes', 'no']))
    .option('--choose <path=value>', 'such as price.currency=EUR; several times', several)
    .option('--word <table:word=key>', 'a meaning, such as "heating:CG=central"; several times', several)
    .action(bind(answer));
  agencies
    .command('send')
    .description('send for the portal’s first check: from now on the feed is read and pushed')
    .argument('<name>', 'of the agency')
    .action(bind(send));
  agencies
    .command('remove')
    .description('take it away: its feed runs no more, and a person is asked about its listings')
    .argument('<name>', 'of the agency')
    .action(bind(remove));
}

/** Who says it. */
function person(command: Command): Command {
  return command
    .option('--by <name>', 'name of who states it', '')
    .option('--role <role>', 'what they are in the agency', '')
    .addOption(
      new Option('--language <language>', 'in which the sentence was shown')
        .choices(agencyLanguages)
        .default('sr-Latn'),
    );
}

/** @throws CliError 1 */
export async function agencyNamed(name: string, { setups }: Pick<Store, 'setups'>): Promise<SetupRecord> {
  const agency = await setups.byName(name);
  if (agency !== null) return agency;
  throw new CliError(
    1,
    `There is no agency "${name}". \`feedsync agencies\` lists those that are set up here.`,
  );
}

async function show(context: Context, [name = '']: readonly string[]): Promise<Answer> {
  return viewStore(context, async ({ store }) => {
    const agency = await agencyNamed(name, store);
    const facts = await stateOfSetup(agency, store);
    const why = facts.isSent ? null : whyNotSend(facts);
    const state = agencyState(facts);
    return {
      text: [
        `${agency.title} (${name}): ${state}.`,
        ...readingLines(agency),
        ...connectionLines(agency),
        ...(facts.isSent
          ? []
          : [why === null ? `It can be sent: \`feedsync agencies send ${name}\`.` : why.en]),
      ].join('\n'),
      json: {
        ...{ name, title: agency.title, state, may_send: !facts.isSent && why === null },
        why_not: why?.en ?? null,
        reading: agency.reading,
        connection: agency.remote,
        statements: { mandate: currentStatement('mandate'), owner_nearby: currentStatement('owner_nearby') },
        answers: { mandate: facts.mandate, owner_nearby: facts.ownerNearby, choices: facts.choices },
      },
    };
  });
}

function readingLines({ reading }: SetupRecord): string[] {
  if (reading === null) return ['Its file was not read yet.'];
  if (!reading.ok) return [[reading.problem.en, reading.problem.detail].filter(Boolean).join(' ')];
  const { result } = reading;
  return [
    `${readingSentence(result).en} The mapping is ${result.mapping}.`,
    ...result.causes.map(
      ({ listings, code, pointer, blocks }) =>
        `  ${listings} ×  ${causeSentence(code, pointer.slice(1).replaceAll('/', '.'), blocks).en}`,
    ),
    ...Object.entries(result.asked).map(
      ([path, listings]) => `  ${listings} listings wait for: ${fieldName(path).en}`,
    ),
    ...result.words.map(({ word, table, listings, suggestions: [best] }) => {
      const guess = best === undefined ? '' : `; ${best.key} (${best.label})?`;
      return `  ${listings} ×  unknown word "${word}"${table === null ? '' : ` of the table ${table}`}${guess}`;
    }),
  ];
}

function connectionLines({ remote, connectionId, confirmedAt }: SetupRecord): string[] {
  const read = agencySummarySchema.safeParse(remote?.agency);
  if (connectionId === null || !read.success) return ['It is not connected to the portal yet.'];
  const { name, register_number } = read.data;
  const said = confirmedAt === null ? 'not confirmed yet' : 'confirmed';
  return [`The portal calls it ${name}, register number ${register_number ?? 'unknown'}: ${said}.`];
}

async function connect(context: Context, [name = '', code = '']: readonly string[]): Promise<Answer> {
  return takeStep(context, name, { step: 'connect', code });
}

async function confirm(
  context: Context,
  [name = '']: readonly string[],
  { by, role, language, reject = false }: Person & { reject?: boolean },
): Promise<Answer> {
  if (!reject) requirePerson({ by, role });
  return takeStep(context, name, { step: 'confirm', ok: !reject, name: by, role, language });
}

interface AnswerOptions extends Person {
  mandate?: 'yes' | 'no';
  ownerNearby?: 'yes' | 'no';
  choose?: string[];
  word?: string[];
}

async function answer(
  context: Context,
  [name = '']: readonly string[],
  { by, role, language, mandate, ownerNearby, choose = [], word = [] }: AnswerOptions,
): Promise<Answer> {
  if (mandate !== undefined || ownerNearby !== undefined) requirePerson({ by, role });
  const fact = (kind: 'mandate' | 'owner_nearby', value: 'yes' | 'no'): Record<string, unknown> => ({
    ...{ value: value === 'yes', version: currentStatement(kind).version, language, name: by, role },
  });
  const answers = {
    ...(mandate !== undefined && { mandate: fact('mandate', mandate) }),
    ...(ownerNearby !== undefined && { owner_nearby: fact('owner_nearby', ownerNearby) }),
    choices: Object.fromEntries(choose.map((text) => pair(text, '--choose', 'price.currency=EUR'))),
    words: word.map((text) => meaning(text)),
  };
  return takeStep(context, name, { step: 'answer', answers });
}

function pair(text: string, option: string, example: string): [string, string] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new CliError(2, `${option}: "${text}" cannot be read; write it as in ${example}.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function meaning(text: string): { table: string; word: string; key: string | null } {
  const example = '"heating:CG=central"';
  const [named, key] = pair(text, '--word', example);
  const at = named.indexOf(':');
  if (at < 1) throw new CliError(2, `--word: "${text}" names no table; write it as in ${example}.`);
  return { table: named.slice(0, at), word: named.slice(at + 1), key: key === '' ? null : key };
}

/** A statement without a name is none. @throws CliError 2 */
function requirePerson({ by, role }: Pick<Person, 'by' | 'role'>): void {
  if (by.trim() === '' || role.trim() === '')
    throw new CliError(2, 'Say who states it: --by "Ana Anić" --role director. Nothing was changed.');
}

async function send(context: Context, [name = '']: readonly string[]): Promise<Answer> {
  return takeStep(context, name, { step: 'send' });
}

async function remove(context: Context, [name = '']: readonly string[]): Promise<Answer> {
  return takeStep(context, name, { step: 'remove' });
}

/** By itself, or by the daemon, which keeps the feeds and the portal's key. */
async function takeStep(
  context: Context,
  agency: string,
  step: Record<string, unknown> & { step: string },
): Promise<Answer> {
  const { config } = await readConfig(context);
  const wish = { kind: 'setup', payload: { agency, ...step } } as const;
  return executeRequest(context, config, wish, `\`feedsync agencies show ${agency}\` says what came of it.`);
}

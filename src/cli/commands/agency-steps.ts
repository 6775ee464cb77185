import { Option, type Command } from 'commander';
import { agencyState, openFacts, type SetupFacts } from '../../core/setup/setup-steps.js';
import { whyNotSend } from '../../texts/why-not-send.js';
import { rulesOf, type FactAnswer, type ChoiceOfSome } from '../../core/setup/fact-answer.js';
import { chosenFacts, type ChosenFact } from '../../core/setup/differing-facts.js';
import { chosenAnswers, type ChosenOptions } from '../chosen-answers.js';
import type { ListingRule } from '../../core/setup/listing-rule.js';
import { fieldName } from '../../texts/field-names.js';
import { causeSentence } from '../../texts/issue-sentences.js';
import { readingSentence } from '../../texts/setup-texts.js';
import { currentStatement, type StatementTopic } from '../../texts/statements.js';
import { agencyLanguages, type AgencyLanguage } from '../../store/contract/setups.js';
import { stateOfSetup } from '../../store/facts/setup-facts.js';
import type { SetupRecord, Store } from '../../store/store.js';
import type { Answer } from '../answer.js';
import { several, wholeNumber, type Bind } from '../bind.js';
import { readConfig, viewStore, type Context } from '../context.js';
import { CliError } from '../exit.js';
import { executeRequest } from '../execute-request.js';
import { readCondition } from '../read-condition.js';

interface Person {
  by?: string;
  role?: string;
  language: AgencyLanguage;
}

/** The steps of one agency; its own pages take the same ones. */
export function addAgencyStepCommands(agencies: Command, bind: Bind): void {
  agencies
    .command('show')
    .summary('Show an agency, its open questions and the next step')
    .description('Show what was read of the feed of an agency, the open questions and the next step.')
    .argument('<name>', 'Name of the agency')
    .action(bind(show));
  agencies
    .command('connect')
    .description('Redeem the connect code that the portal shows to the agency')
    .argument('<name>', 'Name of the agency')
    .argument('<code>', 'Connect code')
    .action(bind(connect));
  person(agencies.command('confirm'))
    .summary('Confirm that the portal names the right agency')
    .description(
      'Confirm that the portal names the right agency, or with --reject that it does not. --by and --role name the person who confirms.',
    )
    .argument('<name>', 'Name of the agency')
    .option('--reject', 'It is another agency; the connection ends')
    .action(bind(confirm));
  addAnswerCommand(agencies, bind);
  agencies
    .command('send')
    .summary('Send an agency to the portal’s first check')
    .description(
      'Send an agency to the portal’s first check. From then on its feed is polled, and its listings are pushed.',
    )
    .argument('<name>', 'Name of the agency')
    .action(bind(send));
  agencies
    .command('remove')
    .summary('Remove an agency')
    .description('Remove an agency. Its feed stops, and a hold asks what to do with its listings.')
    .argument('<name>', 'Name of the agency')
    .action(bind(remove));
}

function addAnswerCommand(agencies: Command, bind: Bind): void {
  person(agencies.command('answer'))
    .summary('Record answers that only the agency knows')
    .description(
      'Record answers that only the agency knows. --mandate, --owner-nearby, --nearby, --not-nearby, --choose-for and the rules are statements: they are stored word for word, and --by and --role name the person who makes them. An answer about some listings leaves earlier answers about others as they were.',
    )
    .argument('<name>', 'Name of the agency')
    .addOption(
      new Option('--mandate <answer>', 'Whether the agency holds the mandates').choices(['yes', 'no']),
    )
    .addOption(
      new Option('--owner-nearby <answer>', 'Whether owners of rentals live nearby').choices(['yes', 'no']),
    )
    .option('--nearby <id>', 'Id of a rental whose owner lives nearby; repeatable', several)
    .option('--not-nearby <id>', 'Id of a rental whose owner does not; repeatable', several)
    .option(
      '--nearby-when <conditions>',
      'Rule: rentals that meet it, later ones too, such as "title=Lux; up_to=500 EUR; category=apartment; place=ID"; repeatable',
      several,
    )
    .option(
      '--not-nearby-when <conditions>',
      'The same, for rentals whose owner does not; repeatable',
      several,
    )
    .option('--forget-rules', 'The rules that were given so far no longer count')
    .option(
      '--expect <n>',
      'Take rules that contradict each other; n is the number of listings that wait because of it',
      wholeNumber,
    )
    .option('--choose <path=value>', 'Value of a field, such as price.currency=EUR; repeatable', several)
    .option(
      '--choose-for <path=word:id>',
      'Value of a field for one listing, such as rent.type=short_term:A12; repeatable',
      several,
    )
    .option(
      '--choose-when <path=word:conditions>',
      'Rule: value for the listings that meet it, later ones too, such as "rent.type=short_term: title=dan"; repeatable',
      several,
    )
    .option(
      '--forget-rules-of <path>',
      'The rules that were given so far for a field no longer count; repeatable',
      several,
    )
    .option(
      '--word <table:word=key>',
      'Meaning of a feed’s value, such as "heating:CG=central"; repeatable',
      several,
    )
    .action(bind(answer));
}

/** Adds the options that name the person who makes a statement. */
function person(command: Command): Command {
  return command
    .option('--by <name>', 'Name of the person')
    .option('--role <role>', 'Role of the person in the agency')
    .addOption(
      new Option('--language <language>', 'Language in which the sentence was shown')
        .choices(agencyLanguages)
        .default('sr-Latn'),
    );
}

/** @throws CliError 1 */
export async function agencyNamed(name: string, { setups }: Pick<Store, 'setups'>): Promise<SetupRecord> {
  const agency = await setups.byName(name);
  if (agency !== null) return agency;
  throw new CliError(1, `There is no agency "${name}". \`feedsync agencies\` lists all agencies.`);
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
        ...readingLines(agency, facts),
        ...connectionLines(agency),
        ...(facts.isSent
          ? []
          : [why === null ? `It is ready to send: \`feedsync agencies send ${name}\`.` : why.en]),
      ].join('\n'),
      json: {
        ...{ name, title: agency.title, state, may_send: !facts.isSent && why === null },
        why_not: why?.en ?? null,
        reading: agency.reading,
        connection: agency.remote,
        statements: { mandate: currentStatement('mandate'), owner_nearby: currentStatement('owner_nearby') },
        answers: {
          ...{ mandate: facts.mandate, owner_nearby: facts.ownerNearby, choices: facts.choices },
          of_some: facts.chosen,
        },
      },
    };
  });
}

function readingLines({ reading }: SetupRecord, facts: SetupFacts): string[] {
  if (reading === null) return ['Its feed was not read yet.'];
  if (!reading.ok) return [[reading.problem.en, reading.problem.detail].filter(Boolean).join(' ')];
  const { result } = reading;
  return [
    `${readingSentence(result).en} The mapping is ${result.mapping}.`,
    ...result.causes.map(
      ({ listings, code, pointer, blocks }) =>
        `  ${listings} ×  ${causeSentence(code, pointer.slice(1).replaceAll('/', '.'), blocks).en}`,
    ),
    ...openFacts(facts).map(({ path, listings }) => `  ${listings} listings wait for: ${fieldName(path).en}`),
    ...result.words.map(({ word, table, listings, suggestions: [best] }) => {
      const guess = best === undefined ? '' : `; ${best.key} (${best.label})?`;
      return `  ${listings} ×  unmapped value "${word}"${table === null ? '' : ` of the table ${table}`}${guess}`;
    }),
  ];
}

function connectionLines({ remote, connectionId, confirmedAt }: SetupRecord): string[] {
  if (connectionId === null || remote === null) return ['It is not connected to the portal yet.'];
  const { name, register_number } = remote.agency;
  const state = confirmedAt === null ? 'not confirmed yet' : 'confirmed';
  return [`The portal calls it ${name}, register number ${register_number ?? 'unknown'}: ${state}.`];
}

async function connect(context: Context, [name = '', code = '']: readonly string[]): Promise<Answer> {
  return takeStep(context, name, { step: 'connect', code });
}

async function confirm(
  context: Context,
  [name = '']: readonly string[],
  { by = '', role = '', language, reject = false }: Person & { reject?: boolean },
): Promise<Answer> {
  if (!reject) requirePerson({ by, role });
  return takeStep(context, name, { step: 'confirm', ok: !reject, name: by, role, language });
}

interface AnswerOptions extends Person, ChosenOptions {
  mandate?: 'yes' | 'no';
  ownerNearby?: 'yes' | 'no';
  nearby?: string[];
  notNearby?: string[];
  nearbyWhen?: string[];
  notNearbyWhen?: string[];
  forgetRules?: boolean;
  expect?: number;
  choose?: string[];
  word?: string[];
}

async function answer(
  context: Context,
  [name = '']: readonly string[],
  { by = '', role = '', language, mandate, expect, choose = [], word = [], ...ofSome }: AnswerOptions,
): Promise<Answer> {
  const nearby = await ownerAnswer(context, name, ofSome);
  const chosen = await chosenOf(context, name, ofSome);
  if (mandate !== undefined || nearby !== null || chosen.length > 0) requirePerson({ by, role });
  const fact = (topic: StatementTopic, value: unknown): Record<string, unknown> => ({
    ...{ value, version: currentStatement(topic).version, language, name: by, role },
  });
  const answers = {
    ...(mandate !== undefined && { mandate: fact('mandate', mandate === 'yes') }),
    ...(nearby !== null && {
      owner_nearby: {
        ...fact(typeof nearby === 'boolean' ? 'owner_nearby' : 'owner_nearby_some', nearby),
        expect,
      },
    }),
    ...(chosen.length > 0 && {
      of_some: Object.fromEntries(
        chosen.map(([{ path, topic }, value]) => [path, { ...fact(`${topic}_some`, value), expect }]),
      ),
    }),
    choices: Object.fromEntries(choose.map((text) => pair(text, '--choose', 'price.currency=EUR'))),
    words: word.map((text) => meaning(text)),
  };
  return takeStep(context, name, { step: 'answer', answers });
}

/** What is stated of some listings otherwise than of others, of facts whose answers are words of the portal. */
async function chosenOf(
  context: Context,
  agency: string,
  options: ChosenOptions,
): Promise<[fact: ChosenFact, answer: ChoiceOfSome][]> {
  const { chooseFor = [], chooseWhen = [], forgetRulesOf = [] } = options;
  if (chooseFor.length + chooseWhen.length + forgetRulesOf.length === 0) return [];
  const inForce = await viewStore(
    context,
    async ({ store }) => (await stateOfSetup(await agencyNamed(agency, store), store)).chosen,
  );
  const answers = chosenAnswers(options, inForce);
  return chosenFacts.flatMap((fact): [ChosenFact, ChoiceOfSome][] => {
    const answer = answers[fact.path];
    return answer === undefined ? [] : [[fact, answer]];
  });
}

type OwnerOptions = Pick<
  AnswerOptions,
  'ownerNearby' | 'nearby' | 'notNearby' | 'nearbyWhen' | 'notNearbyWhen' | 'forgetRules'
>;

/** What is stated of owners: of all rentals, or of those that are named or meet a rule; null: nothing. */
async function ownerAnswer(
  context: Context,
  agency: string,
  { ownerNearby, nearby: yes = [], notNearby: no = [], forgetRules = false, ...given }: OwnerOptions,
): Promise<FactAnswer | null> {
  const { nearbyWhen = [], notNearbyWhen = [] } = given;
  const added = [
    ...nearbyWhen.map((text) => ({ value: true, when: readCondition(text, '--nearby-when') })),
    ...notNearbyWhen.map((text) => ({ value: false, when: readCondition(text, '--not-nearby-when') })),
  ];
  const isOfSome = yes.length + no.length + added.length > 0 || forgetRules;
  if (ownerNearby !== undefined) {
    if (!isOfSome) return ownerNearby === 'yes';
    throw new CliError(2, 'Write either --owner-nearby for all rentals, or the options for some of them.');
  }
  if (!isOfSome) return null;
  if (added.length === 0 && !forgetRules) return { yes, no };
  const kept = forgetRules ? [] : await rulesInForce(context, agency);
  return { yes, no, rules: [...kept, ...added] };
}

function isYesNo(rule: ListingRule): rule is ListingRule<boolean> {
  return typeof rule.value === 'boolean';
}

async function rulesInForce(context: Context, name: string): Promise<readonly ListingRule<boolean>[]> {
  return viewStore(context, async ({ store }) =>
    rulesOf((await stateOfSetup(await agencyNamed(name, store), store)).ownerNearby).filter(isYesNo),
  );
}

function pair(text: string, option: string, example: string): [string, string] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new CliError(2, `${option}: "${text}" cannot be read. Write it like ${example}.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function meaning(text: string): { table: string; word: string; key: string | null } {
  const example = '"heating:CG=central"';
  const [named, key] = pair(text, '--word', example);
  const at = named.indexOf(':');
  if (at < 1) throw new CliError(2, `--word: "${text}" names no table. Write it like ${example}.`);
  return { table: named.slice(0, at), word: named.slice(at + 1), key: key === '' ? null : key };
}

/** A statement needs a name and a role. @throws CliError 2 */
function requirePerson({ by, role }: Record<'by' | 'role', string>): void {
  if (by.trim() === '' || role.trim() === '')
    throw new CliError(
      2,
      'Name the person who states this: --by "Ana Anić" --role director. Nothing was changed.',
    );
}

async function send(context: Context, [name = '']: readonly string[]): Promise<Answer> {
  return takeStep(context, name, { step: 'send' });
}

async function remove(context: Context, [name = '']: readonly string[]): Promise<Answer> {
  return takeStep(context, name, { step: 'remove' });
}

/** Executes a step here or in the daemon, which holds the feeds and the portal's key. */
async function takeStep(
  context: Context,
  agency: string,
  step: Record<string, unknown> & { step: string },
): Promise<Answer> {
  const { config } = await readConfig(context);
  const request = { kind: 'setup', payload: { agency, ...step } } as const;
  return executeRequest(context, config, request, `feedsync agencies show ${agency}`);
}
